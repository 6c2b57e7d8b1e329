import { useEffect } from 'react';
import { useTranslation } from 'ui-kit';
import type { CallPreview } from '../../model/call/call-preview';
import type { LocalMedia } from '../../model/call/local-media';
import { useStore } from '../../shell/use-store';
import styles from './call-preview-tile.module.css';
import { DeviceSwitches } from './device-switches';
import { OwnTile } from './participant-tiles';

/** The own picture before a call, with the switches that the call begins with. The devices are on while it is shown. */
export function CallPreviewTile({ preview }: { preview: CallPreview }) {
  const media = useStore(preview, (current) => current);
  useEffect(() => {
    preview.open();
    return () => preview.close();
  }, [preview]);
  return <div className={styles.preview}>{media && <Devices media={media} />}</div>;
}

function Devices({ media }: { media: LocalMedia }) {
  const { t } = useTranslation('messenger');
  const state = useStore(media, (current) => current);
  const { microphone, camera, isOpening } = state;
  const isRefused = microphone !== 'on' && microphone !== 'off';
  return (
    <>
      <div className={styles.picture}>
        <OwnTile media={state} />
        <fieldset className={styles.switches} disabled={isOpening} aria-label={t('call.controls.devices')}>
          <DeviceSwitches media={state} onToggle={(source) => void media.toggle(source)} />
        </fieldset>
      </div>
      <p className={styles.hint} role="status">
        {camera === 'on' && t('call.preview.private')}
        {camera !== 'on' && camera !== 'off' && t(`call.camera.${camera}`)}
      </p>
      {isRefused && (
        <p className={styles.hint} role="status">
          {t(`call.microphone.${microphone}`)}
        </p>
      )}
    </>
  );
}
