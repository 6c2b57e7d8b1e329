import { useTranslation } from 'ui-kit';
import { Bar } from '../../components/bar';
import type { SurveyWindowRecord } from '../survey-window';
import styles from './window-page.module.css';

interface Numbers {
  asked: number;
  begun: number;
  sent: number;
}

/** How many were asked, and how far they are, by role. */
export function WindowNumbers({ window }: { window: SurveyWindowRecord }) {
  const { t, i18n } = useTranslation('staff');
  const { byRole, asked, state } = window;
  const isOver = state === 'closed' || state === 'stopped';
  if (asked === 0) return null;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', numberingSystem: 'latn' });
  const row = (name: string, { asked: all, begun, sent }: Numbers) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      <td>{all}</td>
      <td>
        {sent}
        {all > 0 && (
          <span className={styles.rate}>
            <span>{percent.format(sent / all)}</span>
            <Bar share={sent / all} />
          </span>
        )}
      </td>
      <td>{begun}</td>
      <td>{all - begun - sent}</td>
    </tr>
  );
  return (
    <table className={styles.numbers} aria-label={t('surveys.numbers.title')}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('surveys.numbers.asked')}</th>
          <th scope="col">{t('surveys.numbers.sent')}</th>
          <th scope="col">{t('surveys.numbers.begun')}</th>
          <th scope="col">{t(isOver ? 'surveys.personStates.closed' : 'surveys.numbers.notBegun')}</th>
        </tr>
      </thead>
      <tbody>
        {row(t('surveys.numbers.all'), window)}
        {byRole.length > 1 && byRole.map((one) => row(t(`surveys.roles.${one.role}`), one))}
      </tbody>
    </table>
  );
}
