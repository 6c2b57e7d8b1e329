import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Footprints, PartyPopper } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatDate, useTranslation } from 'ui-kit';
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
  /** The question that was asked again: the result begins there, else at its heading. */
  retried?: string | undefined;
  /** Asks all questions again, or only the one of this key. */
  onRetake: (question?: string) => void;
}

type Outcome = 'thanks' | 'all' | 'some' | 'none';

function outcomeOf(score: Quiz['score']): Outcome {
  if (score === null) return 'thanks';
  if (score.correct === score.of) return 'all';
  return score.correct === 0 ? 'none' : 'some';
}

const ICONS = { thanks: CircleCheck, all: PartyPopper, some: Footprints, none: Footprints };

interface Judged {
  question: Quiz['questions'][number];
  given: Quiz['answers'][number] | undefined;
  /** Null if no answer is right or wrong. */
  isCorrect: boolean | null;
}

/** Returns the questions with their answers. One with a right answer that was left out is wrong, as the server counts. */
function judge({ questions, answers }: Quiz): Judged[] {
  return questions.map((question) => {
    const given = answers.find(({ questionKey }) => questionKey === question.key);
    const isRated = question.rightOrder != null || question.answerOptions.some(({ isCorrect }) => isCorrect);
    return { question, given, isCorrect: isRated ? (given?.isCorrect ?? false) : null };
  });
}

/** One field for each question that is scored, in their order, filled for those that are right. The heading says it in words. */
function ScoreBar({ judged }: { judged: readonly Judged[] }) {
  const scored = judged.filter(({ isCorrect }) => isCorrect !== null);
  return (
    <span className={styles.score} aria-hidden="true">
      {scored.map(({ question, isCorrect }) => (
        <span key={question.key} data-right={isCorrect || undefined} />
      ))}
    </span>
  );
}

/** The answers of a quiz, with what is right and why. */
export function QuizResult({ quiz, session, step, retried, onRetake }: QuizResultProps) {
  const { t, i18n } = useTranslation('learning');
  const { score, allowRetake } = quiz;
  const judged = judge(quiz);
  const unscored = judged.filter(({ isCorrect }) => isCorrect === null).length;
  const outcome = outcomeOf(score);
  const Icon = ICONS[outcome];
  const { data } = useQuery({
    ...mentorshipQuery(session.mentorship ?? '', i18n.language),
    enabled: session.mentorship !== null,
  });
  const people = data === undefined ? [] : peopleOf(data);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The question that was asked again takes the focus.
    if (retried !== undefined) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [retried]);

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
        <span className={styles.icon} data-outcome={outcome}>
          <Icon aria-hidden size={30} />
        </span>
        <h1 className={styles.title} ref={heading} tabIndex={-1}>
          {score === null
            ? t('quiz.thanks')
            : t(unscored > 0 ? 'quiz.scoreOfScored' : 'quiz.score', {
                correct: score.correct,
                count: score.of,
              })}
        </h1>
        {outcome !== 'thanks' && (
          <>
            <ScoreBar judged={judged} />
            <p className={styles.outcome}>{t(`quiz.outcome.${outcome}`)}</p>
            {unscored > 0 && <p className={styles.outcome}>{t('quiz.unscored', { count: unscored })}</p>}
          </>
        )}
        {/* A session that an earlier version kept on the device does not say. */}
        {quiz.correctedOn != null && (
          <p className={styles.outcome}>
            {t('quiz.corrected', { date: formatDate(quiz.correctedOn, i18n.language, 'list') })}
          </p>
        )}
      </header>
      <ol className={styles.questions}>
        {judged.map(({ question, given, isCorrect }) => (
          <AnsweredQuestion
            key={question.key}
            question={question}
            answer={given?.answer}
            isCorrect={score === null ? undefined : isCorrect}
            isRetried={question.key === retried}
            others={people.flatMap(({ id, name }) => {
              const answer = given?.partnerAnswers[id];
              return answer === undefined ? [] : [{ id, name, answer }];
            })}
            onRetry={allowRetake ? () => onRetake(question.key) : undefined}
          />
        ))}
      </ol>
      <footer className={styles.foot}>
        {allowRetake ? (
          <Button variant="default" size="md" onClick={() => onRetake()}>
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
