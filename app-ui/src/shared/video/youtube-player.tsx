import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'ui-kit';
import '../questions/texts';
import { addressOf, hasEnded, listen, PLAYER_ORIGIN } from './youtube';
import styles from './youtube-player.module.css';

interface YoutubePlayerProps {
  id: string;
  title: string;
  onEnded?: () => void;
}

/** A video of YouTube. Nothing of it loads before the person presses play. */
export function YoutubePlayer({ id, title, onEnded }: YoutubePlayerProps) {
  const { t } = useTranslation('questions');
  const [isLoaded, setIsLoaded] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const ended = useRef(onEnded);
  ended.current = onEnded;

  useEffect(() => {
    if (!isLoaded) return;
    frame.current?.focus();
    const read = ({ origin, source, data }: MessageEvent) => {
      const isPlayer = origin === PLAYER_ORIGIN && source === frame.current?.contentWindow;
      if (isPlayer && hasEnded(data)) ended.current?.();
    };
    window.addEventListener('message', read);
    return () => window.removeEventListener('message', read);
  }, [isLoaded]);

  return (
    <div className={styles.stage}>
      {isLoaded ? (
        <iframe
          ref={frame}
          className={styles.player}
          src={addressOf(id)}
          title={title}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          allowFullScreen
          // The player refuses pages that do not name themselves.
          referrerPolicy="strict-origin-when-cross-origin"
          onLoad={({ currentTarget }) => listen(currentTarget)}
        />
      ) : (
        <button type="button" className={styles.play} onClick={() => setIsLoaded(true)}>
          <span className={styles.circle}>
            <Play aria-hidden size={28} fill="currentColor" />
          </span>
          <span className={styles.words}>{t('video.play')}</span>
          <span className={styles.privacy}>{t('video.privacy')}</span>
        </button>
      )}
    </div>
  );
}
