import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { announce, useTranslation } from 'ui-kit';
import type { ViewProps } from '../view-props';
import { Choice, ClearButton } from './choice';
import choices from './choices.module.css';
import styles from './video-view.module.css';
import { addressOf, hasEnded, listen, PLAYER_ORIGIN } from './youtube';

/** A video of YouTube. Nothing of it loads before the person presses play. */
export function VideoView(props: ViewProps) {
  const { t } = useTranslation('questions');
  const { question, onChange, isDisabled } = props;
  const [isLoaded, setIsLoaded] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const ended = useRef(() => {});
  ended.current = () => {
    if (isDisabled) return;
    onChange('watched');
    announce(t('video.ended'));
  };

  useEffect(() => {
    if (!isLoaded) return;
    frame.current?.focus();
    const read = ({ origin, source, data }: MessageEvent) => {
      const isPlayer = origin === PLAYER_ORIGIN && source === frame.current?.contentWindow;
      if (isPlayer && hasEnded(data)) ended.current();
    };
    window.addEventListener('message', read);
    return () => window.removeEventListener('message', read);
  }, [isLoaded]);

  if (question.video === null) return null;
  const { id, transcript } = question.video;
  return (
    <>
      <div className={styles.stage}>
        {isLoaded ? (
          <iframe
            ref={frame}
            className={styles.player}
            src={addressOf(id)}
            title={question.label}
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
      <div className={choices.pills}>
        <Choice props={props} option={{ key: 'watched' }}>
          {t('video.watched')}
        </Choice>
        <Choice props={props} option={{ key: 'elsewhere' }}>
          {t('video.elsewhere')}
        </Choice>
      </div>
      <ClearButton {...props} />
      {transcript !== '' && (
        <details className={styles.transcript}>
          <summary>{t('video.transcript')}</summary>
          <p dir="auto">{transcript}</p>
        </details>
      )}
    </>
  );
}
