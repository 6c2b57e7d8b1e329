import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';

export type StaffSession = Schemas['StaffSession'];
export type SessionDetail = Schemas['StaffSessionResponse'];
export type StaffQuiz = SessionDetail['quizzes'][number];
export type StaffQuestion = StaffQuiz['questions'][number];
export type KeyEffects = Schemas['AnswerKeyEffects'];

/** The key of a question as staff want it. */
export interface NewKey {
  session: string;
  quiz: string;
  question: string;
  answerKey: readonly string[];
  /** The key that they saw. */
  expected: readonly string[];
}

export const sessionsQuery = (language: string) =>
  queryOptions({
    queryKey: ['staff', 'sessions', language],
    queryFn: ({ signal }) => api.get('/api/staff/content/sessions/', { signal }),
  });

export const sessionQuery = (session: string, language: string) =>
  queryOptions({
    queryKey: ['staff', 'session', session, language],
    queryFn: ({ signal }) =>
      api.get('/api/staff/content/sessions/{session}/', { params: { path: { session } }, signal }),
  });

const requestOf = ({ session, quiz, question, answerKey, expected }: NewKey) => ({
  params: { path: { session } },
  body: { quiz, question, answerKey: [...answerKey], expected: [...expected] },
});

/** Whom a correction would affect. */
export const keyEffectsQuery = (key: NewKey) =>
  queryOptions({
    queryKey: ['staff', 'answer-key', key],
    queryFn: ({ signal }) =>
      api.post('/api/staff/content/sessions/{session}/answer-key/preview/', { ...requestOf(key), signal }),
    // There may be further answers.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export const correctKey = (key: NewKey) =>
  api.post('/api/staff/content/sessions/{session}/answer-key/', requestOf(key));

/** The page of a session. */
export const sessionPage = ({ key }: { key: string }) => `/staff/content/sessions/${encodeURIComponent(key)}`;

/** Whether two keys are the same: of an arrangement in the same order. */
export const areSameKeys = (
  some: readonly string[],
  others: readonly string[],
  { isArranged }: { isArranged: boolean },
): boolean =>
  some.length === others.length &&
  some.every((key, index) => (isArranged ? key === others[index] : others.includes(key)));
