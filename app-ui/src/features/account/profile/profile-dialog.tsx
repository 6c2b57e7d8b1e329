import { Button, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Banner, http, type Profile, profileQuery, toast, useErrorText, useTranslation } from 'ui-kit';
import { latinDigits } from '../../entry/latin-digits';
import { DialogFrame } from '../dialog-frame';
import { Cropper } from './cropper';
import { PictureField } from './picture-field';
import styles from './profile-dialog.module.css';
import { BIO_MAX_CHARS, draftOf, formOf, isChanged, isPhoneNumber, type ProfileDraft } from './profile-draft';
import { useUnsaved } from './use-unsaved';

interface ProfileDialogProps {
  profile: Profile;
  onClose: () => void;
}

/** What a person may change about themselves. What was typed stays until it is saved, or given up on purpose. */
export default function ProfileDialog({ profile, onClose }: ProfileDialogProps) {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(profile));
  const [image, setImage] = useState<ImageBitmap | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [phoneError, setPhoneError] = useState(false);
  const phoneInput = useRef<HTMLInputElement>(null);
  const isSaved = useRef(false);
  const isDirty = isChanged(draft, profile) || image !== null;
  const blocker = useUnsaved(useCallback(() => isDirty && !isSaved.current, [isDirty]));

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
      const body = formOf(draft, profile);
      const saved = await http<Profile>('api/v2/users/profile/', { method: 'PUT', body });
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
        {blocker.state === 'blocked' && <Discard onStay={blocker.reset} onLeave={blocker.proceed} />}
        <Cropper
          image={image}
          onCancel={() => setImage(null)}
          onDone={(part) => {
            change({ picture: part });
            setImage(null);
          }}
        />
      </DialogFrame>
    );
  }

  return (
    <DialogFrame title={t('profile.title')} onClose={onClose}>
      {blocker.state === 'blocked' && <Discard onStay={blocker.reset} onLeave={blocker.proceed} />}
      <form className={styles.form} noValidate onSubmit={save} aria-label={t('profile.title')}>
        {failure !== null && (
          <Banner tone="danger" role="alert">
            {errorText(failure)}
          </Banner>
        )}
        <PictureField
          profile={profile}
          picture={picture === undefined ? profile.picture : preview}
          onChosen={setImage}
          // What is not there any more cannot be missed: taking away a picture that was only chosen changes nothing.
          onRemove={() => change({ picture: profile.picture === null ? undefined : null })}
        />
        <TextInput
          label={t('profile.name')}
          description={t('profile.nameHint')}
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

function Discard({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation('app');
  return (
    <div className={styles.discard} role="alert">
      <p>{t('profile.unsaved')}</p>
      <div className={styles.buttons}>
        <Button variant="subtle" color="red" onClick={onLeave}>
          {t('profile.discard')}
        </Button>
        <Button autoFocus onClick={onStay}>
          {t('profile.keepEditing')}
        </Button>
      </div>
    </div>
  );
}
