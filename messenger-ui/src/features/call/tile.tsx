import { MicOff, SignalLow, Volume1 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Avatar, Spinner, useTranslation } from 'ui-kit';
import type { Quality } from '../../model/call/quality';
import { useChat } from '../../shell/chat-context';
import styles from './tile.module.css';

interface TileProps {
  userId: string;
  /** As it stands on the picture. */
  name: string;
  /** Whose initials stand in for a picture. */
  picture: string;
  stream: MediaStream | null;
  isShown: boolean;
  hasMicrophone: boolean;
  isMirrored?: boolean;
  /** Nothing of it may be cut off. */
  isWhole?: boolean;
  isOwn?: boolean;
  isSpeaking?: boolean;
  isConnecting?: boolean;
  quality?: Quality;
}

/** One picture of the call, or the person's initials where there is none. */
export function Tile({
  userId,
  name,
  picture,
  stream,
  isShown,
  hasMicrophone,
  isMirrored = false,
  isWhole = false,
  isOwn = false,
  isSpeaking = false,
  isConnecting = false,
  quality = 'good',
}: TileProps) {
  const { t } = useTranslation('messenger');
  const { channels } = useChat();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current && video.current.srcObject !== stream) video.current.srcObject = stream;
  }, [stream]);
  const face = channels
    ?.flatMap(({ channelMembers }) => channelMembers)
    .find((member) => member.userId === userId)?.displayPicture;

  return (
    <figure className={styles.tile} data-speaking={isSpeaking || undefined} aria-label={name}>
      <video
        ref={video}
        className={styles.video}
        data-shown={isShown || undefined}
        data-mirrored={isMirrored || undefined}
        data-whole={isWhole || undefined}
        autoPlay
        muted
        playsInline
      />
      {!isShown && (
        <span className={styles.face}>
          {isConnecting && !isOwn ? (
            <Spinner size={32} />
          ) : (
            <Avatar id={userId} name={picture} picture={face} size={76} />
          )}
        </span>
      )}
      <figcaption className={styles.label}>
        {isSpeaking && (
          <span className={styles.sign} role="img" aria-label={t('call.speaking')}>
            <Volume1 aria-hidden size={15} />
          </span>
        )}
        {!hasMicrophone && (
          <span className={styles.sign} role="img" aria-label={t('call.muted')}>
            <MicOff aria-hidden size={14} />
          </span>
        )}
        <span className={styles.name} dir="auto">
          {name}
        </span>
        {isConnecting && <span className={styles.state}>{t('call.connecting')}</span>}
        {!isConnecting && quality !== 'good' && (
          <span className={styles.state}>
            <SignalLow aria-hidden size={14} />
            {t(`call.quality.${quality}`)}
          </span>
        )}
      </figcaption>
    </figure>
  );
}
