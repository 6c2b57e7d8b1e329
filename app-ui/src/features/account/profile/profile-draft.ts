import type { Profile } from 'ui-kit';

/** What a person has changed about themselves and not saved yet. */
export interface ProfileDraft {
  bio: string;
  phoneNumber: string;
  /** A new picture; null to have none; undefined to leave it. */
  picture: Blob | null | undefined;
}

export const BIO_MAX_CHARS = 1_000;

export const draftOf = ({ bio, phoneNumber }: Profile): ProfileDraft => ({
  bio,
  phoneNumber,
  picture: undefined,
});

export function isChanged(draft: ProfileDraft, profile: Profile): boolean {
  return (
    draft.bio !== profile.bio || draft.phoneNumber !== profile.phoneNumber || draft.picture !== undefined
  );
}

/** Digits with a plus before them perhaps, grouped as people like; or nothing at all. As the server sees it. */
export function isPhoneNumber(text: string): boolean {
  return text.trim() === '' || /^\+?[0-9]{5,15}$/.test(text.replace(/[\s\-.()/]/g, ''));
}

export function formOf(draft: ProfileDraft, { fullName }: Profile): FormData {
  const form = new FormData();
  form.set('full_name', fullName);
  form.set('bio', draft.bio);
  form.set('phone_number', draft.phoneNumber);
  if (draft.picture === null) form.set('picture', '');
  else if (draft.picture !== undefined) form.set('picture', draft.picture, 'picture.jpg');
  return form;
}
