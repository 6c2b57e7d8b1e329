import { Button, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { api, Banner, type Profile, profileQuery, toast, useErrorText, useTranslation } from 'ui-kit';
import { latinDigits } from '../../../../shared/forms/latin-digits';
import { TeamLink } from '../../../../shared/team/team-link';
import { DialogFrame } from '../dialog-frame';
import { DiscardPrompt } from '../discard-prompt';
import { Cropper } from './cropper';
import { PictureField } from './picture-field';
import styles from './profile-dialog.module.css';
import {
  BIO_MAX_CHARS,
  isChanged,
  isPhoneNumber,
  PICTURE_MAX_BYTES,
  type ProfileDraft,
  toDraft,
  toRequestBody,
} from './profile-draft';
import { useUnsavedChanges } from './use-unsaved-changes';

interface ProfileDialogProps {
  profile: Profile;
  onClose: () => void;
}

/** Edits the profile. Keeps the input until it is saved or discarded. */
export default function ProfileDialog({ profile, onClose }: ProfileDialogProps) {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => toDraft(profile));
  const [image, setImage] = useState<ImageBitmap | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [phoneError, setPhoneError] = useState(false);
  const [isTooLarge, setIsTooLarge] = useState(false);
  const phoneInput = useRef<HTMLInputElement>(null);
  const isSaved = useRef(false);
  // A server of the version before does not say it.
  const missingVettings = profile.status.matching.missingVettings ?? [];
  const isDirty = isChanged(draft, profile) || image !== null;
  const blocker = useUnsavedChanges(useCallback(() => isDirty && !isSaved.current, [isDirty]));

  const change = (part: Partial<ProfileDraft>) => setDraft((before) => ({ ...before, ...part }));

  const { picture } = draft;
  const preview = useMemo(() => (picture ? URL.createObjectURL(picture) : null), [picture]);
  useEffect(() => (preview === null ? undefined : () => URL.revokeObjectURL(preview)), [preview]);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setFailure(null);
    if (!isPhoneNumber(draft.phoneNumber)) {
      setPhoneError(true);
      phoneInput.current?.focus();
      return;
    }
    setIsBusy(true);
    try {
      const body = toRequestBody(draft, profile);
      const saved = await api.put('/api/v2/users/profile/', { body });
      isSaved.current = true;
      queries.setQueryData(profileQuery.queryKey, saved);
      void toast(t('profile.saved'));
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setIsBusy(false);
    }
  }

  if (image !== null) {
    return (
      <DialogFrame title={t('profile.crop')} onClose={onClose}>
        {blocker.state === 'blocked' && <DiscardPrompt onStay={blocker.reset} onLeave={blocker.proceed} />}
        <Cropper
          image={image}
          onCancel={() => setImage(null)}
          onDone={(part) => {
            setImage(null);
            setIsTooLarge(part.size > PICTURE_MAX_BYTES);
            if (part.size <= PICTURE_MAX_BYTES) change({ picture: part });
          }}
        />
      </DialogFrame>
    );
  }

  return (
    <DialogFrame title={t('profile.title')} onClose={onClose}>
      {blocker.state === 'blocked' && <DiscardPrompt onStay={blocker.reset} onLeave={blocker.proceed} />}
      <form className={styles.form} noValidate onSubmit={save} aria-label={t('profile.title')}>
        {failure !== null && (
          <Banner tone="danger" role="alert">
            {errorText(failure)}
          </Banner>
        )}
        {missingVettings.length > 0 && (
          <Banner tone="info">{t('profile.missingVettings', { names: missingVettings.join(' · ') })}</Banner>
        )}
        {isTooLarge && (
          <Banner tone="danger" role="alert">
            {t('imageMaxSize2MB')}
          </Banner>
        )}
        <PictureField
          profile={profile}
          picture={picture === undefined ? profile.picture : preview}
          onChosen={setImage}
          // Removing a picture that was not saved yet is no change.
          onRemove={() => change({ picture: profile.picture === null ? undefined : null })}
        />
        <TextInput
          label={t('profile.name')}
          description={
            <>
              {t('profile.nameHint')} <TeamLink role={profile.role} isInline />
            </>
          }
          inputWrapperOrder={['label', 'input', 'description']}
          value={profile.fullName}
          readOnly
          dir="auto"
          classNames={{ input: styles.input, label: styles.label, description: styles.hint }}
        />
        <Textarea
          label={t('profile.bio')}
          description={t('profile.bioHint')}
          inputWrapperOrder={['label', 'input', 'description']}
          value={draft.bio}
          onChange={(event) => change({ bio: event.currentTarget.value })}
          maxLength={BIO_MAX_CHARS}
          rows={4}
          dir="auto"
          classNames={{ input: styles.area, label: styles.label, description: styles.hint }}
        />
        <TextInput
          ref={phoneInput}
          label={t('profile.phone')}
          description={t('profile.phoneHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          type="tel"
          autoComplete="tel"
          dir="ltr"
          value={draft.phoneNumber}
          onChange={(event) => {
            setPhoneError(false);
            change({ phoneNumber: latinDigits(event.currentTarget.value) });
          }}
          error={phoneError ? t('profile.phoneInvalid') : undefined}
          classNames={{ input: styles.input, label: styles.label, description: styles.hint }}
        />
        <div className={styles.buttons}>
          <Button variant="subtle" onClick={onClose}>
            {t('account.cancel')}
          </Button>
          <Button type="submit" disabled={!isDirty} aria-disabled={isBusy}>
            {t(isBusy ? 'profile.saving' : 'profile.save')}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
