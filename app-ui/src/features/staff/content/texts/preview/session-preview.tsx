import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { directionOf, type Schemas, useTranslation } from 'ui-kit';
import { TextBlocks } from '../../../../../shared/rich-text/rich-text';
import { StepPart } from '../../../../../shared/sessions/step-part';
import styles from './preview.module.css';
import { PreviewQuestions } from './preview-questions';

interface SessionPreviewProps {
  session: Schemas['PreviewedSession'];
  language: string;
}

/** The overview of a session, or one of its steps with its quizzes, as members see one at a time. */
export function SessionPreview({ session: { detail, quizzes }, language }: SessionPreviewProps) {
  const { t } = useTranslation('staff');
  /** From 1; 0 is the overview. */
  const [shown, setShown] = useState(0);
  const step = detail.sessionSteps[shown - 1];
  return (
    <div className={styles.reading}>
      <NativeSelect
        label={t('texts.reading.part')}
        value={shown}
        onChange={({ currentTarget }) => setShown(Number(currentTarget.value))}
        data={[
          { value: '0', label: t('texts.fields.overview') },
          ...detail.sessionSteps.map(({ localeTitle }, index) => ({
            value: `${index + 1}`,
            label: `${index + 1}. ${localeTitle}`,
          })),
        ]}
      />
      <article className={styles.reading} lang={language} dir={directionOf(language)}>
        <h3 className={styles.name}>{detail.localeTitle}</h3>
        {step === undefined ? (
          <TextBlocks blocks={detail.overviewBlocks} />
        ) : (
          <Step key={step.id} step={step} quizzes={quizzes} />
        )}
      </article>
    </div>
  );
}

interface StepProps {
  step: Schemas['SessionStep'];
  quizzes: readonly Schemas['SessionQuiz'][];
}

function Step({ step, quizzes }: StepProps) {
  const { t } = useTranslation('learning');
  return (
    <>
      <h4 className={styles.part}>{step.localeTitle}</h4>
      {step.content.map((item, index) => (
        <StepPart
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
          key={index}
          item={item}
          quiz={({ id, localeHelpText }) => (
            <div className={styles.quiz}>
              <p className={styles.subject}>{t('quiz.title')}</p>
              {localeHelpText !== '' && <p>{localeHelpText}</p>}
              <PreviewQuestions questions={quizzes.find((one) => one.id === id)?.questions ?? []} />
            </div>
          )}
        />
      ))}
    </>
  );
}
