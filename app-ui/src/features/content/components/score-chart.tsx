import { useTranslation } from 'ui-kit';
import { type Area, percentChange, share } from '../api/scores';
import styles from '../pages/work-readiness-page.module.css';

const percent = (part: number): string => `${Math.round(part * 100)}%`;

/** A bar per area with a mark at the earlier score. Hidden from screen readers, which read the table. */
export function ScoreChart({ areas }: { areas: readonly Area[] }) {
  const { t, i18n } = useTranslation('app');
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1, numberingSystem: 'latn' });
  const hasBefore = areas.some(({ before }) => before !== undefined);
  return (
    <div className={`${styles.card} ${styles.chart}`} aria-hidden="true">
      {areas.map((area) => (
        <div key={area.name} className={styles.area}>
          <span className={styles.name}>
            <bdi>{area.name}</bdi>
          </span>
          <span className={styles.value}>
            <strong>{number.format(area.now.score)}</strong>
            <span className={styles.max}> / {number.format(area.now.max)}</span>
            <Change change={percentChange(area)} />
          </span>
          <span className={styles.track}>
            <span className={styles.bar} style={{ inlineSize: percent(share(area.now)) }} />
            {area.before && (
              <span className={styles.before} style={{ insetInlineStart: percent(share(area.before)) }} />
            )}
          </span>
        </div>
      ))}
      {hasBefore && (
        <p className={styles.legend}>
          <span className={styles.legendMark} />
          {t('workReadiness.earlierScore')}
        </p>
      )}
    </div>
  );
}

function Change({ change }: { change: number | undefined }) {
  if (change === undefined || change === 0) return null;
  return (
    <span className={change > 0 ? styles.up : styles.down}>
      <bdi dir="ltr">
        {change > 0 ? '+' : '−'}
        {Math.abs(change)}
      </bdi>
    </span>
  );
}
