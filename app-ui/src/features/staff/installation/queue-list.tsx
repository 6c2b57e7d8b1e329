import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { formatAge, useTranslation } from 'ui-kit';
import { Notice } from '../components/cells';
import { Section } from '../components/section';
import type { Queue } from './installation';
import styles from './installation.module.css';
import { useKindText } from './use-kind-text';

/** The outbox by kind: what waits, since when, and what failed. */
export function QueueList({ queues, now }: { queues: readonly Queue[]; now: string }) {
  const { t, i18n } = useTranslation('staff');
  const kindText = useKindText();
  return (
    <Section title={t('installation.outbox')}>
      <p className={styles.hint}>{t('installation.outboxText')}</p>
      {queues.length === 0 ? (
        <p className={styles.quiet}>{t('installation.outboxNone')}</p>
      ) : (
        <ul className={styles.rows}>
          {queues.map(({ kind, waiting, oldestAt, later, failed }) => (
            <li key={kind} className={styles.row}>
              <strong>{kindText(kind)}</strong>
              <span className={styles.facts}>
                {waiting > 0 && <span>{t('installation.waiting', { count: waiting })}</span>}
                {oldestAt !== null && (
                  <time dateTime={oldestAt}>
                    {t('installation.oldest', {
                      ago: formatAge(oldestAt, i18n.language, Date.parse(now)),
                    })}
                  </time>
                )}
                {later > 0 && <span>{t('installation.later', { count: later })}</span>}
                {failed > 0 && (
                  <Link to={`/staff/installation/failed-jobs?kind=${kind}`}>
                    <Notice icon={CircleAlert}>{t('installation.failed', { count: failed })}</Notice>
                  </Link>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
