import { Button } from '@mantine/core';
import { CircleCheck, ListChecks } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import { quizAddress } from '../addresses';
import type { ContentItem, QuizPath } from '../types';
import styles from './quiz-panel.module.css';

interface QuizPanelProps {
  quiz: NonNullable<ContentItem['quiz']>;
  path: QuizPath;
  isAsked: boolean;
  /** Whether it can be taken: the steps before it are complete. */
  isReached: boolean;
}

/** The quiz of a step, and the way into it. */
export function QuizPanel({ quiz, path, isAsked, isReached }: QuizPanelProps) {
  const { t } = useTranslation('learning');
  const { localeHelpText, isMandatory, isSubmitted, questionCount } = quiz;
  const isMissing = isMandatory && !isSubmitted;
  const facts = [t('quiz.questions', { count: questionCount }), ...(isMissing ? [t('quiz.mandatory')] : [])];
  return (
    <section
      className={styles.panel}
      aria-label={t('quiz.title')}
      data-missing={isMissing || undefined}
      data-asked={(isAsked && isMissing) || undefined}
    >
      <span className={styles.icon}>
        {isSubmitted ? <CircleCheck aria-hidden size={24} /> : <ListChecks aria-hidden size={24} />}
      </span>
      <div className={styles.words}>
        <h2 className={styles.title}>{t('quiz.title')}</h2>
        {localeHelpText !== '' && <p dir="auto">{localeHelpText}</p>}
        <p className={styles.facts}>{isSubmitted ? t('quiz.submitted') : facts.join(' · ')}</p>
        {isAsked && isMissing && <p className={styles.missing}>{t('step.quizFirst')}</p>}
      </div>
      {isReached ? (
        <Button
          className={styles.action}
          component={Link}
          to={quizAddress(path)}
          variant={isSubmitted ? 'default' : 'filled'}
        >
          {t(isSubmitted ? 'quiz.look' : 'quiz.take')}
        </Button>
      ) : (
        <p className={styles.later}>{t('quiz.later')}</p>
      )}
    </section>
  );
}
