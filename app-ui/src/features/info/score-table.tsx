import { useTranslation } from 'ui-kit';
import { type Area, changeOf } from './scores';
import styles from './wrs-page.module.css';

/** The chart in words, with what was said about each area. */
export function ScoreTable({ areas }: { areas: readonly Area[] }) {
  const { t, i18n } = useTranslation('app');
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1, numberingSystem: 'latn' });
  const day = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: 'medium',
    numberingSystem: 'latn',
    timeZone: 'UTC',
  });
  const change = (area: Area) => {
    const points = changeOf(area);
    if (points === undefined) return t('wrs.first');
    if (points === 0) return t('wrs.same');
    return t(points > 0 ? 'wrs.up' : 'wrs.down', { points: Math.abs(points) });
  };
  return (
    <div className={styles.card}>
      <table className={styles.table}>
        <caption className={styles.caption}>{t('wrs.tableTitle')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('wrs.area')}</th>
            <th scope="col">{t('wrs.score')}</th>
            <th scope="col">{t('wrs.change')}</th>
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
                {t('wrs.scoreOf', {
                  score: number.format(area.now.score),
                  max: number.format(area.now.max),
                })}
                <span className={styles.date}>{day.format(new Date(area.now.date))}</span>
              </td>
              <td>{change(area)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
