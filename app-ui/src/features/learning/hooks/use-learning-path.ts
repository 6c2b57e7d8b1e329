import { useParams, useSearchParams } from 'react-router';
import type { QuizPath } from '../types';

/** What the address names: parts of the path in a mentorship, of the query in the learning hub; empty if it names none. */
export function useLearningPath(): QuizPath {
  const path = useParams();
  const [query] = useSearchParams();
  return {
    session: path.sessionId ?? query.get('session') ?? '',
    step: path.stepId ?? query.get('step') ?? '',
    quiz: query.get('quiz') ?? '',
  };
}
