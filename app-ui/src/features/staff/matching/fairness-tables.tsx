import { useTranslation } from 'ui-kit';
import { formatScore } from '../components/score';
import { Section } from '../components/section';
import styles from './fairness-tables.module.css';
import type { FairnessQuestion } from './round';

const PERCENT = 100;

interface FairnessTablesProps {
  questions: readonly FairnessQuestion[];
  /** The names of the sets of proposals that are compared; empty for one. */
  sets: readonly string[];
}

/** Whom proposals serve, by the answers of the mentees: a table for each question. */
export function FairnessTables({ questions, sets }: FairnessTablesProps) {
  const { t } = useTranslation('staff');
  return (
    <div className={styles.parts}>
      {questions.map((question) => (
        <Section key={question.question} title={question.question}>
          <AnswerTable question={question} sets={sets} />
        </Section>
      ))}
      <p className={styles.note}>{t(questions.length === 0 ? 'fairness.none' : 'fairness.definition')}</p>
    </div>
  );
}

function AnswerTable({
  question: { question, groups },
  sets,
}: { question: FairnessQuestion } & Pick<FairnessTablesProps, 'sets'>) {
  const { t, i18n } = useTranslation('staff');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', numberingSystem: 'latn' });
  const hidden = <span className={styles.hidden}>{t('fairness.hidden')}</span>;
  const named = (figure: string) => (sets.length === 0 ? [figure] : sets.map((set) => `${figure}: ${set}`));
  return (
    // Scrolls within itself on a phone.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <section className={styles.scroll} aria-label={t('fairness.tableOf', { question })} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('fairness.answer')}</th>
            <th scope="col">{t('fairness.mentees')}</th>
            {[...named(t('fairness.served')), ...named(t('fairness.meanScore'))].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ answer, mentees, figures }) => (
            <tr key={answer ?? ''}>
              <th scope="row">{answer === null ? t('fairness.noAnswer') : <bdi>{answer}</bdi>}</th>
              <td>{mentees === null ? hidden : t('fairness.about', { number: mentees })}</td>
              {figures.map(({ served }, set) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: sets are known by their place
                <td key={set}>{served === null ? hidden : percent.format(served / PERCENT)}</td>
              ))}
              {figures.map(({ meanScore, served }, set) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: sets are known by their place
                <td key={set}>
                  {meanScore === null ? (served === 0 ? '–' : hidden) : formatScore(meanScore, i18n.language)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
