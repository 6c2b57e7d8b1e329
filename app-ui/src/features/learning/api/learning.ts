import {
  type QueryClient,
  type QueryFunctionContext,
  queryOptions,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  api,
  multipart,
  NetworkError,
  profileQuery,
  type Schemas,
  toast,
  useErrorText,
  useTranslation,
} from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { kept } from '../../../shared/offline/kept';
import { isOfMentorship } from '../addresses';
import { type Entry, queuedAnswers, withEntries } from '../offline/entry';
import { enqueue, hasSendable, readQueue } from '../offline/queue';
import { withCompleted } from '../progress';
import type { Answers, Quiz, QuizPath, SessionCard, SessionDetail } from '../types';

/** The first part of all keys: live updates name it. */
const LEARNING = 'learning';
const MENTORSHIP = 'mentorship';

export type ListName = 'all' | 'curated' | 'ongoing' | 'bookmarked';

export const sessionsQuery = (list: ListName, language: string, search = '') =>
  queryOptions({
    queryKey: [LEARNING, 'list', list, language, search],
    // Without a network, what was kept is the answer.
    networkMode: 'always',
    queryFn: kept(async ({ signal }) => {
      const image_type = 'web';
      const own = (query: { ongoing_session?: boolean }) =>
        api.get('/api/v2/learninghub/mysessions/', { params: { query: { ...query, image_type } }, signal });
      const some = (query: { not_started?: string; curated?: string; bookmark?: string; search?: string }) =>
        api.get('/api/v2/learninghub/sessions/', { params: { query: { ...query, image_type } }, signal });
      if (list === 'ongoing') return own({ ongoing_session: true });
      if (list === 'curated') return some({ curated: 'true' });
      if (list === 'bookmarked') return some({ bookmark: 'true' });
      if (search !== '') return some({ search });
      // What is new to the person comes first.
      return (await Promise.all([some({ not_started: 'true' }), own({})])).flat();
    }),
  });

const COMPLETE_STEP = ['complete-step'];
/** Steps and quizzes are sent one after the other: the server refuses a step whose earlier ones it does not know of. */
const IN_ORDER = { id: 'learning-progress' };

interface CompletedStep {
  session: SessionDetail;
  step: string;
}

/** The session with the steps that are being completed: the server may have answered before it knew of them. */
function withCompleting(queries: QueryClient, session: SessionDetail): SessionDetail {
  const running = queries.getMutationCache().findAll({ mutationKey: COMPLETE_STEP, status: 'pending' });
  const completed = running.map(({ state }) => state.variables as CompletedStep);
  return completed
    .filter((one) => one.session.id === session.id)
    .reduce((known, { step }) => withCompleted(known, step), session);
}

export const sessionQuery = (id: string, language: string) => {
  const isShared = isOfMentorship(id);
  const fetch = kept(({ signal }: QueryFunctionContext) => {
    const init = { params: { path: { id } }, signal };
    return isShared
      ? api.get('/api/v2/mentorships/sessions/{id}/', init)
      : api.get('/api/v2/learninghub/sessions/{id}/', init);
  });
  return queryOptions({
    queryKey: [isShared ? MENTORSHIP : LEARNING, 'session', id, language],
    networkMode: 'always',
    queryFn: async (context) => {
      const session = await fetch(context);
      return withCompleting(context.client, withEntries(session, await ownEntries(context)));
    },
  });
};

/** Reads the queued entries of the signed-in person. */
async function ownEntries({ client }: QueryFunctionContext): Promise<Entry[]> {
  const account = client.getQueryData(profileQuery.queryKey)?.id;
  return (await readQueue()).filter((entry) => entry.account === account);
}

export const quizQuery = (path: QuizPath, language: string) => {
  const { session, step, quiz } = path;
  const fetch = kept(({ signal }) =>
    api.get('/api/v2/learninghub/quiz/{session}/{step}/{quiz}/', {
      params: { path },
      signal,
    }),
  );
  return queryOptions({
    // Live updates of a mentorship bring the answers of the others.
    queryKey: [isOfMentorship(session) ? MENTORSHIP : LEARNING, 'quiz', session, step, quiz, language],
    networkMode: 'always',
    queryFn: async (context): Promise<Quiz> => {
      const fetched = await fetch(context);
      const queued = queuedAnswers(path, await ownEntries(context));
      return queued === undefined ? fetched : { ...fetched, queued };
    },
    refetchOnWindowFocus: false,
  });
};

/** Returns a function that fetches sessions, and the profile that counts them, again. */
function useRefresh() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [LEARNING, 'list'] }),
      queries.invalidateQueries({ queryKey: [LEARNING, 'session'] }),
      queries.invalidateQueries({ queryKey: [MENTORSHIP] }),
      queries.invalidateQueries({ queryKey: profileQuery.queryKey }),
    ]);
}

/** Returns a function that fetches everything again that the entries changed which have just been sent. */
export function useRefreshSent() {
  const queries = useQueryClient();
  const refresh = useRefresh();
  return () => Promise.all([queries.invalidateQueries({ queryKey: [LEARNING, 'quiz'] }), refresh()]);
}

/** Begins a session, and keeps what the server answers. */
export function useStartSession(language: string) {
  const queries = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    // Without a network it fails at once, instead of waiting for one.
    networkMode: 'always',
    mutationFn: (session: string) => api.post('/api/v2/learninghub/session-start/', { body: { session } }),
    onSuccess: (detail) => {
      queries.setQueryData(sessionQuery(detail.id, language).queryKey, detail);
      void refresh();
    },
  });
}

type What = Entry['what'];

const entryOf = (account: string, title: string, what: What): Entry => ({
  id: crypto.randomUUID(),
  account,
  at: new Date().toISOString(),
  title,
  what,
});

/** Sends what was done, with the time of its entry and that of now: this clock may be wrong. */
export async function sendEntry({ id, at, what }: Entry): Promise<Schemas['SaveAnswerResponse'] | null> {
  const sentAt = new Date().toISOString();
  if (what.kind === 'step') {
    const body = { session: what.session, step: what.step, at, sentAt };
    await api.post('/api/v2/learninghub/step-complete/', { body });
    return null;
  }
  const { place, mentorship = null, answers } = what;
  const data = JSON.stringify({ ...place, mentorship, answer_json: answers, requestId: id, at, sentAt });
  // Submitting and closing the tab at once still counts.
  return api.post('/api/v3/learninghub/quiz/save-answer/', { body: multipart({ data }), keepalive: true });
}

/** Sends an entry, or queues it if there is no network or a queue already. */
async function sendOrEnqueue(entry: Entry) {
  const earlier = await readQueue();
  if (hasSendable(earlier, entry.account) && (await enqueue(entry))) return 'queued';
  try {
    return await sendEntry(entry);
  } catch (error) {
    if (error instanceof NetworkError && (await enqueue(entry))) return 'queued';
    throw error;
  }
}

/** Whether a step is being completed: until then, an answer of the server may not know of it. */
export const useIsCompleting = () => useIsMutating({ mutationKey: COMPLETE_STEP }) > 0;

/** Completes a step. It is shown at once, and taken back with a message if the server refuses it. */
export function useCompleteStep(language: string) {
  const { t } = useTranslation('learning');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const { id: account } = useCurrentUser();
  const refresh = useRefresh();
  return useMutation({
    mutationKey: COMPLETE_STEP,
    scope: IN_ORDER,
    networkMode: 'always',
    mutationFn: ({ session, step }: CompletedStep) =>
      sendOrEnqueue(entryOf(account, session.localeTitle, { kind: 'step', session: session.id, step })),
    onMutate: ({ session, step }) => {
      const { queryKey } = sessionQuery(session.id, language);
      const before = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, before && withCompleted(before, step));
      return { undo: () => queries.setQueryData(queryKey, before) };
    },
    onError: (error, _step, context) => {
      context?.undo();
      void toast(t('step.notSaved', { reason: errorText(error) }), 'danger');
    },
    onSettled: refresh,
  });
}

interface Submission {
  path: QuizPath;
  session: Pick<SessionDetail, 'localeTitle' | 'mentorship'>;
  answers: Answers;
  requestId: string;
  /** Whether the device may keep the answers until there is a network. */
  mayQueue: boolean;
}

/** Submits a quiz, and keeps what the server answers. The result is null while the answers are queued. */
export function useSubmitQuiz(language: string) {
  const queries = useQueryClient();
  const { id: account } = useCurrentUser();
  const refresh = useRefresh();
  return useMutation({
    scope: IN_ORDER,
    networkMode: 'always',
    mutationFn: async ({ path, session, answers, requestId, mayQueue }: Submission) => {
      const what = { kind: 'quiz', place: path, mentorship: session.mentorship, answers } as const;
      const entry = { ...entryOf(account, session.localeTitle, what), id: requestId };
      const sent = mayQueue ? await sendOrEnqueue(entry) : await sendEntry(entry);
      return sent === 'queued' ? null : sent;
    },
    onSuccess: async (quiz, { path, answers }) => {
      // The session may be complete now: the next page depends on it.
      await refresh();
      const { queryKey } = quizQuery(path, language);
      queries.setQueryData(queryKey, (before) => quiz ?? (before && { ...before, queued: answers }));
    },
  });
}

export function useSaveFeedback() {
  const refresh = useRefresh();
  return useMutation({
    networkMode: 'always',
    mutationFn: (feedback: { session: string; rating: number; review: string }) =>
      api.post('/api/v2/learninghub/session/feedback/', { body: feedback }),
    onSuccess: refresh,
  });
}

/** Sets a bookmark. It is shown at once, and taken back with a message if it cannot be saved. */
export function useBookmark() {
  const { t } = useTranslation('learning');
  const queries = useQueryClient();
  const show = (session: string, isBookmarked: boolean) => {
    const update = (card: SessionCard) => (card.id === session ? { ...card, isBookmarked } : card);
    for (const area of [LEARNING, MENTORSHIP]) {
      queries.setQueriesData<SessionCard[] | SessionDetail>({ queryKey: [area] }, (data) => {
        if (Array.isArray(data)) return data.map(update);
        return data !== undefined && 'isBookmarked' in data ? (update(data) as SessionDetail) : data;
      });
    }
  };
  return useMutation({
    scope: { id: 'bookmark' },
    networkMode: 'always',
    mutationFn: (body: { session: string; bookmarked: boolean }) =>
      api.post('/api/v2/learninghub/session/bookmark/', { body }),
    onMutate: ({ session, bookmarked }) => show(session, bookmarked),
    onError: (_, { session, bookmarked }) => {
      show(session, !bookmarked);
      void toast(t('bookmark.failed'), 'danger');
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: [LEARNING, 'list', 'bookmarked'] }),
  });
}

/** Records that the person opens a step of a mentorship's session. The other members see it. */
export function useVisitStep() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { session: string; step: string }) =>
      // Leaving the page at once still counts.
      api.post('/api/v2/mentorships/step-visit/', { body, keepalive: true }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [MENTORSHIP] }),
  });
}
