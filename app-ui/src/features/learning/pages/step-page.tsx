import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { useTranslation } from 'ui-kit';
import { introAddress, stepAddress, summaryAddress } from '../addresses';
import { sessionQuery } from '../api/learning';
import { useKeptSession } from '../hooks/use-kept-session';
import { useLearningPath } from '../hooks/use-learning-path';
import { usePrefetchedQuizzes } from '../hooks/use-prefetched-quizzes';
import '../components/session-colors.css';
import { SessionMissing } from '../components/session-missing';
import { StepView } from '../components/step-view';
import { blockingStep } from '../progress';
import '../texts';

// It comes with the steps to which it leads: each file of its own adds to the first load of every page.
export { SummaryPage } from './summary-page';

/** A step of a session. */
export function Component() {
  const { i18n } = useTranslation('learning');
  const { session: id, step: stepId } = useLearningPath();
  const { data, error, refetch } = useQuery({ ...sessionQuery(id, i18n.language), enabled: id !== '' });
  usePrefetchedQuizzes(data, i18n.language);
  useKeptSession(data !== undefined);
  // What follows opens without a network, too.
  useEffect(() => {
    void Promise.allSettled([import('./quiz-page'), import('./feedback-page')]);
  }, []);
  if (id === '') return <Navigate to="/learninghub/ongoingsessions" replace />;
  if (data === undefined) return <SessionMissing error={error} onRetry={() => void refetch()} />;
  const step = data.sessionSteps.find((one) => one.id === stepId);
  const blocking = step && blockingStep(data, step);
  if (data.sessionStatus !== null && blocking) return <Navigate to={stepAddress(id, blocking.id)} replace />;
  if (data.sessionStatus !== null && step !== undefined)
    return <StepView key={step.id} session={data} step={step} />;
  // Without a step, the one to go on with.
  const current = data.currentStepId ?? data.sessionSteps[0]?.id;
  const isBegun = data.sessionStatus !== null && current !== undefined;
  // The summary begins a session of a mentorship.
  const begin = data.mentorship === null ? introAddress(id) : summaryAddress(id);
  return <Navigate to={isBegun ? stepAddress(id, current) : begin} replace />;
}
