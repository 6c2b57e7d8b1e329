import { multipart, type Profile, type Schemas } from 'ui-kit';

/** Unsaved changes of a profile. */
export interface ProfileDraft {
  bio: string;
  phoneNumber: string;
  /** A new picture; null removes the stored one; undefined keeps it. */
  picture: Blob | null | undefined;
}

export const BIO_MAX_CHARS = 1_000;

/** Largest uploaded picture. The chosen file may be of any size: only a part of it is uploaded. */
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024;

export const toDraft = ({ bio, phoneNumber }: Profile): ProfileDraft => ({
  bio,
  phoneNumber,
  picture: undefined,
});

export function isChanged(draft: ProfileDraft, profile: Profile): boolean {
  return (
    draft.bio !== profile.bio || draft.phoneNumber !== profile.phoneNumber || draft.picture !== undefined
  );
}

/**
 * Whether a text is empty or a phone number: digits with an optional plus, grouped freely. The server applies the
 * same rule.
 */
export function isPhoneNumber(text: string): boolean {
  return text.trim() === '' || /^\+?[0-9]{5,15}$/.test(text.replace(/[\s\-.()/]/g, ''));
}

export function toRequestBody({ bio, phoneNumber, picture }: ProfileDraft, { fullName }: Profile) {
  const form: Schemas['EditProfileRequest'] = { full_name: fullName, bio, phone_number: phoneNumber };
  // An empty text removes the picture.
  return multipart(picture === undefined ? form : { ...form, picture: picture ?? '' });
}
