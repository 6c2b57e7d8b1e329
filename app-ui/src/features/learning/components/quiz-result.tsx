import { Button } from '@mantine/core';
import { CircleCheck, PartyPopper } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import { feedbackAddress, stepAddress } from '../addresses';
import type { Quiz, SessionDetail } from '../api/learning';
import { AnsweredQuestion } from './answered-question';
import styles from './quiz-result.module.css';

interface QuizResultProps {
  quiz: Quiz;
  session: SessionDetail;
  /** The step of the quiz. */
  step: string;
  onRetake: () => void;
}

/** The answers of a quiz, with what is right and why. */
export function QuizResult({ quiz, session, step, onRetake }: QuizResultProps) {
  const { t } = useTranslation('learning');
  const { score, answers, questions, allowRetake } = quiz;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);

  const isAllRight = score !== null && score.correct === score.of;
  const place = session.sessionSteps.findIndex(({ id }) => id === step);
  const next = session.sessionSteps[place + 1];
  // The submission may have completed its step, and with the last one the session.
  const isStepDone = session.sessionSteps[place]?.status === 'COMPLETED';
  const onward = () => {
    if (session.sessionStatus === 'COMPLETED' && session.feedback === null && next === undefined) {
      return feedbackAddress(session.id);
    }
    return stepAddress(session.id, isStepDone && next !== undefined ? next.id : step);
  };
  return (
    <section className={styles.result}>
      <header className={styles.head}>
        <span className={styles.icon}>
          {isAllRight ? <PartyPopper aria-hidden size={30} /> : <CircleCheck aria-hidden size={30} />}
        </span>
        <h1 className={styles.title} ref={heading} tabIndex={-1}>
          {score === null ? t('quiz.thanks') : t('quiz.score', { correct: score.correct, count: score.of })}
        </h1>
      </header>
      <ol className={styles.questions}>
        {questions.map((question) => (
          <AnsweredQuestion
            key={question.key}
            question={question}
            answer={answers.find(({ questionKey }) => questionKey === question.key)?.answer}
          />
        ))}
      </ol>
      <footer className={styles.foot}>
        {allowRetake ? (
          <Button variant="default" size="md" onClick={onRetake}>
            {t('quiz.retake')}
          </Button>
        ) : (
          <p className={styles.once}>{t('quiz.retakeOff')}</p>
        )}
        <Button size="md" component={Link} to={onward()}>
          {t('quiz.goOn')}
        </Button>
      </footer>
    </section>
  );
}
