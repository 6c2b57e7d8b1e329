import { Button } from '@mantine/core';
import { ImageUp, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Avatar, type Profile, useTranslation } from 'ui-kit';
import { openPicture } from './open-picture';
import styles from './profile-dialog.module.css';

interface PictureFieldProps {
  profile: Profile;
  /** URL of the picture as it will be after saving. */
  picture: string | null;
  onChosen: (image: ImageBitmap) => void;
  onRemove: () => void;
}

/** Shows the picture of the person and chooses another one from this device. */
export function PictureField({ profile, picture, onChosen, onRemove }: PictureFieldProps) {
  const { t } = useTranslation('app');
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);

  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    setError(null);
    try {
      onChosen(await openPicture(file));
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
            // Allows the same file to be chosen again.
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
