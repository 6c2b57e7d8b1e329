import { directionOf, type Schemas } from 'ui-kit';
import styles from './preview.module.css';
import { PreviewQuestions } from './preview-questions';

interface SurveyPreviewProps {
  survey: Schemas['PreviewedSurvey'];
  language: string;
}

/** The pages of a survey, one below the other. */
export function SurveyPreview({ survey, language }: SurveyPreviewProps) {
  return (
    <article className={styles.reading} lang={language} dir={directionOf(language)}>
      <h3 className={styles.name}>{survey.name}</h3>
      <p>{survey.shortDescription}</p>
      {survey.stages.map((stage) => (
        <section key={stage.id} className={styles.reading} aria-label={stage.localeName}>
          {survey.stages.length > 1 && <h4 className={styles.part}>{stage.localeName}</h4>}
          {stage.localeDescription !== '' && <p>{stage.localeDescription}</p>}
          {stage.pages.map((page, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name
            <div key={index} className={styles.quiz}>
              {page.localeTitle !== '' && <p className={styles.subject}>{page.localeTitle}</p>}
              {page.localeDescription !== '' && <p>{page.localeDescription}</p>}
              <PreviewQuestions questions={page.questions} />
            </div>
          ))}
        </section>
      ))}
    </article>
  );
}
