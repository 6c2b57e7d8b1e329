import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { quizQuery } from '../api/learning';
import type { SessionDetail } from '../types';

/** Fetches the quizzes of a session, so that they open at once and without a network. */
export function usePrefetchedQuizzes(session: SessionDetail | undefined, language: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    for (const { id: step, content } of session?.sessionSteps ?? []) {
      for (const { quiz } of content) {
        if (!quiz || session === undefined) continue;
        void queries.prefetchQuery(quizQuery({ session: session.id, step, quiz: quiz.id }, language));
      }
    }
  }, [session, language, queries]);
}
