import { ShieldAlert } from 'lucide-react';
import { Link } from 'react-router';
import { formatAgo, useNow, usePendingCases, usePendingCasesTexts, useTranslation } from 'ui-kit';
import styles from './pending-cases-banner.module.css';

const MINUTE_MS = 60_000;

/** The unresolved cases: each kind with its number and the age of the oldest. */
export function PendingCasesBanner() {
  const { t, i18n } = useTranslation('app');
  const items = usePendingCases();
  const texts = usePendingCasesTexts(items);
  const now = useNow(MINUTE_MS);
  if (items.length === 0) return null;
  const isUrgent = items.some((item) => item.isUrgent);
  return (
    <section
      className={styles.banner}
      data-urgent={isUrgent || undefined}
      aria-labelledby="home-pending-cases"
    >
      <ShieldAlert aria-hidden className={styles.icon} size={24} />
      <div className={styles.text}>
        <h2 className={styles.title} id="home-pending-cases">
          {t('home.waiting')}
        </h2>
        <ul className={styles.list}>
          {items.map(({ kind, oldestOn }, index) => (
            <li key={kind}>
              <strong>{texts[index]}</strong>
              <span className={styles.age}>
                {t('home.waitingSince', { age: formatAgo(oldestOn, i18n.language, now) })}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <Link className={styles.link} to="/staff/reports">
        {t('home.showWaiting')}
      </Link>
    </section>
  );
}
