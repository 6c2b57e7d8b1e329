import { useState } from 'react';
import styles from './avatar.module.css';
import { hueOf, initialsOf } from './initials';

interface AvatarProps {
  name: string;
  /** Determines the colour. */
  id: string;
  picture?: string | null | undefined;
  /** Edge in pixels. */
  size?: number;
}

/**
 * A picture, or initials on the colour of the person. Decorative: the name is always shown next to it, and the initials are no text, so
 * that they are no part of the visible label of a button.
 */
export function Avatar({ name, id, picture, size = 40 }: AvatarProps) {
  const [brokenPicture, setBrokenPicture] = useState<string | null>(null);
  const showPicture = picture != null && picture !== '' && picture !== brokenPicture;
  return (
    <span
      aria-hidden="true"
      className={styles.avatar}
      data-hue={hueOf(id)}
      data-initials={showPicture ? undefined : initialsOf(name)}
      style={{ inlineSize: size, blockSize: size, fontSize: size * 0.38 }}
    >
      {showPicture && (
        <img alt="" className={styles.picture} src={picture} onError={() => setBrokenPicture(picture)} />
      )}
    </span>
  );
}
