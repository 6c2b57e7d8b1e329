import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, PartyPopper } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import { mentorshipQuery, peopleOf } from '../../../shared/mentorships/mentorship';
import { feedbackAddress, stepAddress } from '../addresses';
import { isFinished } from '../progress';
import type { Quiz, SessionDetail } from '../types';
import { AnsweredQuestion } from './answered-question';
import styles from './quiz-result.module.css';

interface QuizResultProps {
  quiz: Quiz;
  session: SessionDetail;
  /** The step of the quiz. */
  step: string;
  onRetake: () => void;
}

/** One field for each question that is scored, filled for those that are right. The heading says it in words. */
function ScoreBar({ correct, of }: { correct: number; of: number }) {
  return (
    <span className={styles.score} aria-hidden="true">
      {Array.from({ length: of }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields have no other identity
        <span key={place} data-right={place < correct || undefined} />
      ))}
    </span>
  );
}

/** The answers of a quiz, with what is right and why. */
export function QuizResult({ quiz, session, step, onRetake }: QuizResultProps) {
  const { t, i18n } = useTranslation('learning');
  const { score, answers, questions, allowRetake } = quiz;
  const { data } = useQuery({
    ...mentorshipQuery(session.mentorship ?? '', i18n.language),
    enabled: session.mentorship !== null,
  });
  const people = data === undefined ? [] : peopleOf(data);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);

  const isAllRight = score !== null && score.correct === score.of;
  const index = session.sessionSteps.findIndex(({ id }) => id === step);
  const next = session.sessionSteps[index + 1];
  // In the learning hub the submission may have completed its step, and with the last one the session.
  const isStepDone = session.sessionSteps[index]?.status === 'COMPLETED';
  const onward = () => {
    if (isFinished(session) && session.feedback === null && next === undefined) {
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
        {score !== null && <ScoreBar correct={score.correct} of={score.of} />}
      </header>
      <ol className={styles.questions}>
        {questions.map((question) => {
          const given = answers.find(({ questionKey }) => questionKey === question.key);
          return (
            <AnsweredQuestion
              key={question.key}
              question={question}
              answer={given?.answer}
              others={people.flatMap(({ id, name }) => {
                const answer = given?.partnerAnswers[id];
                return answer === undefined ? [] : [{ id, name, answer }];
              })}
            />
          );
        })}
      </ol>
      <footer className={styles.foot}>
        {allowRetake ? (
          <Button variant="default" size="md" onClick={onRetake}>
            {t('quiz.retake')}
          </Button>
        ) : (
          <Button variant="default" size="md" disabled>
            {t('quiz.retakeOff')}
          </Button>
        )}
        <Button size="md" component={Link} to={onward()}>
          {t('quiz.goOn')}
        </Button>
      </footer>
    </section>
  );
}
