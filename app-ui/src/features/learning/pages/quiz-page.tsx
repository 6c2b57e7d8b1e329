import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import { useTranslation } from 'ui-kit';
import '../../../shared/questions/texts';
import { introAddress, quizAddress, stepAddress } from '../addresses';
import { quizQuery, sessionQuery } from '../api/learning';
import { QueuedQuiz } from '../components/queued-quiz';
import { QuizForm } from '../components/quiz-form';
import { QuizResult } from '../components/quiz-result';
import { useLearningPath } from '../hooks/use-learning-path';
import type { SessionDetail } from '../types';
import '../components/session-colors.css';
import { SessionMissing } from '../components/session-missing';
import '../texts';
import styles from './quiz-page.module.css';

/** The quiz of a step: its questions, or what became of the answers. */
export function Component() {
  const { t, i18n } = useTranslation('learning');
  const path = useLearningPath();
  const { session, step, quiz: quizId } = path;
  const isNamed = session !== '' && step !== '';
  const whole = useQuery({ ...sessionQuery(session, i18n.language), enabled: isNamed });
  const quiz = useQuery({ ...quizQuery(path, i18n.language), enabled: isNamed && quizId !== '' });
  const navigate = useNavigate();
  const [retake, setRetake] = useState<{ question: string | undefined } | null>(null);
  /** The question at which the result begins. */
  const [retried, setRetried] = useState<string>();

  if (!isNamed) return <Navigate to="/learninghub/ongoingsessions" replace />;
  if (quizId === '' && whole.data !== undefined) {
    const first = firstQuiz(whole.data, step);
    const to = first === undefined ? stepAddress(session, step) : quizAddress({ session, step, quiz: first });
    return <Navigate to={to} replace />;
  }
  const error = whole.error ?? quiz.error;
  if (whole.data === undefined || quiz.data === undefined) {
    return (
      <SessionMissing error={error} onRetry={() => void Promise.all([whole.refetch(), quiz.refetch()])} />
    );
  }
  if (whole.data.sessionStatus === null) return <Navigate to={introAddress(session)} replace />;
  const startRetake = (question?: string) => {
    setRetake({ question });
    void navigate(quizAddress(path), { replace: true });
  };
  const showResult = () => {
    setRetried(retake?.question);
    setRetake(null);
  };
  const isAnswered = quiz.data.submittedOn !== null && retake === null;
  return (
    <div className={styles.page} data-color={whole.data.color}>
      <header className={styles.head}>
        <Link
          className={styles.close}
          to={stepAddress(session, step)}
          aria-label={t('quiz.close')}
          title={t('quiz.close')}
        >
          <X aria-hidden size={20} />
        </Link>
        <p className={styles.session} dir="auto">
          {whole.data.localeTitle}
        </p>
      </header>
      {quiz.data.queued !== undefined ? (
        <QueuedQuiz quiz={quiz.data} path={path} answers={quiz.data.queued} />
      ) : isAnswered ? (
        <QuizResult
          quiz={quiz.data}
          session={whole.data}
          step={step}
          retried={retried}
          onRetake={startRetake}
        />
      ) : (
        <QuizForm
          path={path}
          session={whole.data}
          quiz={quiz.data}
          retried={retake?.question}
          onSubmitted={showResult}
          onLeave={showResult}
        />
      )}
    </div>
  );
}

/** Returns the first quiz of a step, for an address that names none. */
function firstQuiz({ sessionSteps }: SessionDetail, step: string): string | undefined {
  const content = sessionSteps.find(({ id }) => id === step)?.content;
  return content?.find(({ quiz }) => quiz)?.quiz?.id;
}
