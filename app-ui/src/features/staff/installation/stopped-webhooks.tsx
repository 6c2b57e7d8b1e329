import { CirclePause } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import { Notice } from '../components/cells';
import { Section } from '../components/section';
import styles from './installation.module.css';
import type { Webhook } from './webhooks/webhook';

/** Webhooks whose address is gone, so that nothing is sent there. */
export function StoppedWebhooks({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t } = useTranslation('staff');
  if (webhooks.length === 0) return null;
  return (
    <Section title={t('webhooks.title')}>
      <ul className={styles.rows}>
        {webhooks.map(({ id, name }) => (
          <li key={id} className={styles.row}>
            <div className={styles.words}>
              <Link to="/staff/installation/webhooks">
                <bdi>{name}</bdi>
              </Link>
              <Notice icon={CirclePause}>{t('webhooks.gone')}</Notice>
              <p className={styles.advice}>{t('webhooks.goneAdvice')}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
