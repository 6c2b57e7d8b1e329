import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, HttpError, multipart, profileQuery, type Schemas } from 'ui-kit';
import type { StoredAnswer } from '../../../shared/questions/accept';

export type Survey = Schemas['SurveyResponse'];
export type StageOfSurvey = Survey['stages'][number];
export type Stage = Schemas['StageResponse'];

const SURVEYS = 'surveys';

export const surveysQuery = (language: string) =>
  queryOptions({
    queryKey: [SURVEYS, 'list', language],
    queryFn: ({ signal }) => api.get('/api/v2/screening/survey-list/', { signal }),
  });

export const surveyQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: [SURVEYS, 'survey', id, language],
    queryFn: ({ signal }) => api.get('/api/v2/screening/surveys/{id}/', { params: { path: { id } }, signal }),
  });

export const stageQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: [SURVEYS, 'stage', id, language],
    queryFn: ({ signal }) => api.get('/api/v2/screening/stages/{id}/', { params: { path: { id } }, signal }),
  });

/** Query of the stored answers of a stage, whose id is `SURVEY.STAGE`. */
export const answersQuery = (stage: string) =>
  queryOptions({
    queryKey: [SURVEYS, 'answers', stage],
    queryFn: ({ signal }) => {
      const query = { survey: surveyOf(stage), stage };
      return api.get('/api/v3/screening/answers/', { params: { query }, signal });
    },
    // Another device may have saved a draft.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Whether a call failed because the survey can no longer be taken. */
export const hasClosed = (error: unknown): boolean =>
  error instanceof HttpError && error.code === 'survey_closed';

export const surveyOf = (stage: string): string => stage.split('.')[0] ?? '';

/** Names the answers of a stage on this device. */
export const draftKey = (stage: string) => `survey.${stage}`;

interface Save {
  stage: string;
  answers: Readonly<Record<string, StoredAnswer>>;
  /** Saves a draft over this revision; submits without it. */
  draftRevision?: number;
  keepalive?: boolean;
}

export function saveAnswers({ stage, answers, draftRevision, keepalive = false }: Save) {
  const draft = draftRevision === undefined ? {} : { draft: true, draftRevision };
  const data = JSON.stringify({ survey: surveyOf(stage), stage, answers, ...draft });
  return api.post('/api/v3/screening/answers/', { body: multipart({ data }), keepalive });
}

/** Returns a function that fetches the lists of surveys, and the profile that names them, again. An open stage stays as it is. */
export function useRefreshSurveys() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [SURVEYS, 'list'] }),
      queries.invalidateQueries({ queryKey: [SURVEYS, 'survey'] }),
      queries.invalidateQueries({ queryKey: profileQuery.queryKey }),
    ]);
}
