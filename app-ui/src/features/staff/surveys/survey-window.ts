import { queryOptions, skipToken } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';
import { UUID } from '../../../shared/lists/list-query';
import type { ListDefinition } from '../../../shared/lists/use-list';
import { fetchPageOf } from '../api/staff';

/** A survey of a programme, with who may take it. */
export type StaffSurvey = Schemas['StaffSurvey'];
export type ProgrammeSurveys = Schemas['ProgrammeSurveys'];
/** A time in which people of a programme are asked to take a survey. */
export type SurveyWindow = Schemas['SurveyWindow'];
export type SurveyWindowRecord = Schemas['SurveyWindowDetails'];
/** When people are asked: days without a time, where the programme is. */
export type When = Pick<SurveyWindow, 'kind' | 'opensOn' | 'closesOn' | 'week' | 'openWeeks'>;
export type Kind = SurveyWindow['kind'];
export type WindowRequest = Schemas['WindowRequest'];
export type WindowPreview = Schemas['WindowPreview'];
export type AskedPerson = Schemas['StaffAskedPerson'];
/** The answers to a survey, counted. */
export type SurveyResults = Schemas['SurveyResults'];
export type QuestionResult = Schemas['QuestionResults'];
/** A number of mentors and one of mentees. */
export type Sides = Schemas['CountByRole'];
/** Of those who take surveys. */
export type Role = 'mentor' | 'mentee';

export const ROLES = ['mentor', 'mentee'] as const satisfies readonly Role[];
export const KINDS = ['dates', 'week', 'exit'] as const satisfies readonly Kind[];
const STATES = ['planned', 'open', 'closed', 'stopped'] as const satisfies readonly SurveyWindow['state'][];
export const FILTERS = { state: STATES, kind: KINDS };
export const PERSON_STATES = [
  'not_begun',
  'begun',
  'sent',
  'closed',
] as const satisfies readonly AskedPerson['state'][];

const PATH = '/api/staff/survey-windows/';

export const SURVEY_WINDOWS: ListDefinition<SurveyWindow> = {
  name: 'survey-windows',
  shape: {
    filters: { ...FILTERS, programme: UUID },
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
  },
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf(PATH),
};

const fetchAsked = (id: string) => fetchPageOf<AskedPerson>(`${PATH}${id}/people/`);

/** The list of those whom a window has asked. */
export const askedBy = (window: string): ListDefinition<AskedPerson> => ({
  name: 'survey-window-people',
  of: window,
  shape: {
    filters: { state: PERSON_STATES, role: ROLES },
    sorts: ['name', 'askedAt'],
    defaultSort: 'name',
  },
  idOf: ({ id }) => id,
  fetchPage: fetchAsked(window),
});

/** The surveys of the programmes in the scope of the person. */
export const surveysQuery = queryOptions({
  queryKey: ['staff', 'surveys'],
  queryFn: ({ signal }) => api.get('/api/staff/surveys/', { signal }),
  refetchOnWindowFocus: 'always',
});

const paramsOf = (window: string) => ({ path: { window } });

export const windowQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'survey-window', id],
    queryFn: ({ signal }) => api.get('/api/staff/survey-windows/{window}/', { params: paramsOf(id), signal }),
    refetchInterval: ({ state: { data } }) => (data && isBeingAsked(data, Date.now()) ? ASKING_MS : 60_000),
    refetchOnWindowFocus: 'always',
  });

const ASKING_MS = 3000;

/** A job asks the people of a new window within this time. */
export const ASKED_WITHIN_MS = 120_000;

/** Whether a job asks its people at this time. */
export const isBeingAsked = ({ kind, state, asked, createdAt }: SurveyWindow, now: number): boolean =>
  kind === 'dates' && state === 'open' && asked === 0 && now - Date.parse(createdAt) < ASKED_WITHIN_MS;

/** Whom a window would ask; null while its form has mistakes. */
export const previewQuery = (body: WindowRequest | null) =>
  queryOptions({
    queryKey: ['staff', 'survey-preview', body],
    queryFn:
      body === null
        ? skipToken
        : ({ signal }) => api.post('/api/staff/survey-windows/preview/', { body, signal }),
  });

/** Asks people to take a survey. The same `id` asks once. */
export const askPeople = (body: WindowRequest & { id: string }) =>
  api.post('/api/staff/survey-windows/', { body });

/** Reminds those who are asked and have not sent it. Returns how many. */
export async function remind({ id }: SurveyWindow): Promise<number> {
  const { reminded } = await api.post('/api/staff/survey-windows/{window}/remind/', { params: paramsOf(id) });
  return reminded;
}

export async function changeLastDay({ id, revision }: SurveyWindow, closesOn: string): Promise<void> {
  await api.post('/api/staff/survey-windows/{window}/extend/', {
    params: paramsOf(id),
    body: { closesOn, revision },
  });
}

/** Closes a window, which asks no one else. */
export async function stop({ id, revision }: SurveyWindow): Promise<void> {
  await api.post('/api/staff/survey-windows/{window}/stop/', { params: paramsOf(id), body: { revision } });
}

/** Names the answers of a programme to a survey. */
export interface SurveyKey {
  programme: string;
  survey: string;
}

export const resultsQuery = (key: SurveyKey) =>
  queryOptions({
    queryKey: ['staff', 'survey-results', key],
    queryFn: ({ signal }) =>
      api.get('/api/staff/surveys/{programme}/{survey}/results/', { params: { path: { ...key } }, signal }),
    refetchOnWindowFocus: 'always',
  });

/** Reads answers in people's own words, without their names. Each reading is in the audit log. */
export const readTexts = (key: SurveyKey, body: Schemas['TextsRequest'], signal: AbortSignal) =>
  api.post('/api/staff/surveys/{programme}/{survey}/texts/', {
    params: { path: { ...key } },
    body,
    signal,
  });
