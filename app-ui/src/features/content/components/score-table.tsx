import { formatDate, useTranslation } from 'ui-kit';
import { type Area, percentChange } from '../api/scores';
import styles from '../pages/work-readiness-page.module.css';

/** The chart as a table, with the description of each area. */
export function ScoreTable({ areas }: { areas: readonly Area[] }) {
  const { t, i18n } = useTranslation('app');
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1, numberingSystem: 'latn' });
  const change = (area: Area) => {
    const points = percentChange(area);
    if (points === undefined) return t('workReadiness.firstScore');
    if (points === 0) return t('workReadiness.same');
    return t(points > 0 ? 'workReadiness.up' : 'workReadiness.down', { points: Math.abs(points) });
  };
  return (
    <div className={styles.card}>
      <table className={styles.table}>
        <caption className={styles.caption}>{t('workReadiness.tableTitle')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('workReadiness.area')}</th>
            <th scope="col">{t('workReadiness.score')}</th>
            <th scope="col">{t('workReadiness.change')}</th>
          </tr>
        </thead>
        <tbody>
          {areas.map((area) => (
            <tr key={area.name}>
              <th scope="row">
                <bdi>{area.name}</bdi>
                {area.now.description !== '' && (
                  <span className={styles.description}>
                    <bdi>{area.now.description}</bdi>
                  </span>
                )}
              </th>
              <td>
                {t('workReadiness.scoreOf', {
                  score: number.format(area.now.score),
                  max: number.format(area.now.max),
                })}
                <span className={styles.date}>{formatDate(area.now.date, i18n.language, 'list')}</span>
              </td>
              <td>{change(area)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
