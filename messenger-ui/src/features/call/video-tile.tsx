import { MicOff, Volume1 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'ui-kit';
import styles from './video-tile.module.css';

interface VideoTileProps {
  /** Label on the tile. */
  name: string;
  stream: MediaStream | null;
  /** Rendered instead of the video; undefined while the video is visible. */
  placeholder?: ReactNode;
  isMirrored?: boolean;
  /** Fits the whole video into the tile instead of cropping it. */
  isContained?: boolean;
  isMuted?: boolean;
  isSpeaking?: boolean;
  /** Further states beside the name. */
  children?: ReactNode;
}

/** One video of a call with the name and state of its participant. */
export function VideoTile({
  name,
  stream,
  placeholder,
  isMirrored = false,
  isContained = false,
  isMuted = false,
  isSpeaking = false,
  children,
}: VideoTileProps) {
  const { t } = useTranslation('messenger');
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current && video.current.srcObject !== stream) video.current.srcObject = stream;
  }, [stream]);
  return (
    <figure className={styles.tile} data-speaking={isSpeaking || undefined} aria-label={name}>
      <video
        ref={video}
        className={styles.video}
        data-shown={placeholder === undefined || undefined}
        data-mirrored={isMirrored || undefined}
        data-whole={isContained || undefined}
        autoPlay
        muted
        playsInline
      />
      {placeholder !== undefined && <span className={styles.placeholder}>{placeholder}</span>}
      <figcaption className={styles.label}>
        {isSpeaking && (
          <span className={styles.icon} role="img" aria-label={t('call.speaking')}>
            <Volume1 aria-hidden size={15} />
          </span>
        )}
        {isMuted && (
          <span className={styles.icon} role="img" aria-label={t('call.muted')}>
            <MicOff aria-hidden size={14} />
          </span>
        )}
        <span className={styles.name} dir="auto">
          {name}
        </span>
        {children}
      </figcaption>
    </figure>
  );
}
