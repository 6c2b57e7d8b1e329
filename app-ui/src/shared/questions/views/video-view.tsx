import { announce, useTranslation } from 'ui-kit';
import { YoutubePlayer } from '../../video/youtube-player';
import type { ViewProps } from '../view-props';
import { Choice, ClearButton } from './choice';
import choices from './choices.module.css';
import styles from './video-view.module.css';

/** A video of YouTube, and whether it was watched. */
export function VideoView(props: ViewProps) {
  const { t } = useTranslation('questions');
  const { question, onChange, isDisabled } = props;
  if (question.video === null) return null;
  const { id, transcript } = question.video;
  const markWatched = () => {
    if (isDisabled) return;
    onChange('watched');
    announce(t('video.ended'));
  };
  return (
    <>
      <YoutubePlayer id={id} title={question.label} onEnded={markWatched} />
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
