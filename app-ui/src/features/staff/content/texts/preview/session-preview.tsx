import { directionOf, type Schemas, useTranslation } from 'ui-kit';
import { TextBlocks } from '../../../../../shared/rich-text/rich-text';
import { StepPart } from '../../../../../shared/sessions/step-part';
import styles from './preview.module.css';
import { PreviewQuestions } from './preview-questions';

interface SessionPreviewProps {
  session: Schemas['PreviewedSession'];
  language: string;
}

/** The steps of a session, one below the other, with their quizzes. */
export function SessionPreview({ session, language }: SessionPreviewProps) {
  const { t } = useTranslation('learning');
  const { detail, quizzes } = session;
  return (
    <article className={styles.reading} lang={language} dir={directionOf(language)}>
      <h3 className={styles.name}>{detail.localeTitle}</h3>
      <TextBlocks blocks={detail.overviewBlocks} />
      {detail.sessionSteps.map((step) => (
        <section key={step.id} className={styles.reading} aria-label={step.localeTitle}>
          <h4 className={styles.part}>{step.localeTitle}</h4>
          {step.content.map((item, index) => (
            <StepPart
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
              key={index}
              item={item}
              quiz={({ id, localeHelpText }) => (
                <section className={styles.quiz} aria-label={t('quiz.title')}>
                  <p className={styles.subject}>{t('quiz.title')}</p>
                  {localeHelpText !== '' && <p>{localeHelpText}</p>}
                  <PreviewQuestions questions={quizzes.find((one) => one.id === id)?.questions ?? []} />
                </section>
              )}
            />
          ))}
        </section>
      ))}
    </article>
  );
}
