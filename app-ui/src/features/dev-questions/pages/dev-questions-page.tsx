import { useSearchParams } from 'react-router';
import { useTranslation } from 'ui-kit';
import { GalleryHost, oneOf } from '../../../shared/gallery/gallery-host';
import '../../../shared/questions/texts';
import { Gallery, STATES } from '../components/gallery';
import { UPLOAD_MODES } from '../fake-upload';
import styles from './dev-questions-page.module.css';

/** Every type of question in every state. */
export function Component() {
  const { t } = useTranslation('questions');
  const [query] = useSearchParams();
  const state = oneOf(STATES, query.get('state'));
  const uploadMode = oneOf(UPLOAD_MODES, query.get('upload'));
  return (
    <GalleryHost
      homeLabel={t('gallery.toHome')}
      choices={[
        {
          parameter: 'state',
          label: t('gallery.state'),
          value: state,
          options: STATES.map((value) => ({ value, label: t(`gallery.states.${value}`) })),
        },
        {
          parameter: 'upload',
          label: t('gallery.upload'),
          value: uploadMode,
          options: UPLOAD_MODES.map((value) => ({ value, label: t(`gallery.uploads.${value}`) })),
        },
      ]}
    >
      <div className={styles.page}>
        <h1 className={styles.title}>{t('gallery.title')}</h1>
        <Gallery key={state} state={state} uploadMode={uploadMode} />
      </div>
    </GalleryHost>
  );
}
