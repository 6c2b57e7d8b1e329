import { useTranslation } from 'ui-kit';
import { Bar } from '../../components/bar';
import type { QuestionResult, Role } from '../survey-window';
import styles from './results-page.module.css';
import { sideOf } from './sides';

interface AnswerTableProps {
  question: QuestionResult;
  roles: readonly Role[];
  labelledBy: string;
}

/** How often each answer was given: a table that is also the chart, with a column of bars for each role. */
export function AnswerTable({ question, roles, labelledBy }: AnswerTableProps) {
  const { t, i18n } = useTranslation('staff');
  const { options, answered, scale } = question;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', numberingSystem: 'latn' });
  const mean = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1, numberingSystem: 'latn' });
  return (
    <table className={styles.table} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{t('surveys.results.answer')}</th>
          {roles.map((role) => (
            <th key={role} scope="col">
              {t(`surveys.roles.${role}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {options.map((option) => (
          <tr key={option.key}>
            <th scope="row" dir="auto">
              {option.label}
            </th>
            {roles.map((role) => {
              const count = option[sideOf(role)];
              const all = answered[sideOf(role)];
              const share = all === 0 ? 0 : count / all;
              return (
                <td key={role}>
                  <span className={styles.count}>
                    {count} <span className={styles.share}>{percent.format(share)}</span>
                  </span>
                  <Bar share={share} isSecond={role === 'mentee'} />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
      {scale !== null && (
        <tfoot>
          <tr>
            <th scope="row">{t('surveys.results.mean')}</th>
            {roles.map((role) => {
              const { mean: value } = scale[sideOf(role)];
              return <td key={role}>{value === null ? '–' : mean.format(value)}</td>;
            })}
          </tr>
        </tfoot>
      )}
    </table>
  );
}
