import { Button } from '@mantine/core';
import { ImageUp, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Avatar, type Profile, useTranslation } from 'ui-kit';
import styles from './profile-dialog.module.css';

/** The largest file that may be chosen. */
const MAX_BYTES = 2 * 1024 * 1024;

interface PictureFieldProps {
  profile: Profile;
  /** The address of what will be shown. */
  picture: string | null;
  onChosen: (image: ImageBitmap) => void;
  onRemove: () => void;
}

/** The picture as others see it, and another one from this device. */
export function PictureField({ profile, picture, onChosen, onRemove }: PictureFieldProps) {
  const { t } = useTranslation('app');
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);

  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    setError(null);
    if (file.size > MAX_BYTES) {
      setError(t('imageMaxSize2MB'));
      return;
    }
    try {
      onChosen(await createImageBitmap(file));
    } catch {
      setError(t('profile.notAnImage'));
    }
  }

  return (
    <div className={styles.pictureField}>
      <Avatar id={profile.id} name={profile.fullName} picture={picture} size={88} />
      <div className={styles.pictureButtons}>
        <input
          ref={input}
          hidden
          type="file"
          accept="image/jpeg,image/png"
          data-testid="picture"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            // The same file may be chosen again.
            event.target.value = '';
          }}
        />
        <Button
          variant="default"
          leftSection={<ImageUp aria-hidden size={16} />}
          onClick={() => input.current?.click()}
        >
          {t(picture === null ? 'profile.addPicture' : 'profile.changePicture')}
        </Button>
        {picture !== null && (
          <Button
            variant="subtle"
            color="red"
            leftSection={<Trash2 aria-hidden size={16} />}
            onClick={() => {
              setError(null);
              onRemove();
            }}
          >
            {t('profile.removePicture')}
          </Button>
        )}
        {error !== null && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
