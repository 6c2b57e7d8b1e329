import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';
import type { ListDefinition } from '../../../../shared/lists/use-list';
import { fetchPageOf } from '../../api/staff';

export type TextKind = Schemas['TextKind'];
export type ListedTexts = Schemas['StaffListedTexts'];
export type Definition = Schemas['StaffTextsResponse'];
export type Place = Schemas['StaffText'];
export type TextLanguage = Schemas['TextLanguage'];
export type TextChange = Schemas['StaffTextChange'];

/** In the order of the list. */
export const KINDS: readonly TextKind[] = [
  'topic',
  'document',
  'declaration',
  'session',
  'survey',
  'card',
  'feed_item',
  'mail',
];

/** The filter for definitions with anything missing; codes of languages are shorter. */
export const SOME = 'some';

const LANGUAGE = /^([a-z]{2,3}|some)$/;

export const TEXTS: ListDefinition<ListedTexts> = {
  name: 'texts',
  shape: {
    filters: { kind: KINDS, missing: LANGUAGE },
    sorts: ['kind', 'changedAt'],
    defaultSort: 'kind',
  },
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf('/api/staff/content/texts/'),
};

const paramsOf = (kind: TextKind, key: string) => ({ path: { kind, key } });

export const definitionQuery = (kind: TextKind, key: string) =>
  queryOptions({
    queryKey: ['staff', 'texts', kind, key],
    queryFn: ({ signal }) =>
      api.get('/api/staff/content/texts/{kind}/{key}/', { params: paramsOf(kind, key), signal }),
  });

export const historyQuery = (kind: TextKind, key: string) =>
  queryOptions({
    queryKey: ['staff', 'texts', kind, key, 'history'],
    queryFn: ({ signal }) =>
      api.get('/api/staff/content/texts/{kind}/{key}/history/', { params: paramsOf(kind, key), signal }),
  });

export const previewQuery = (text: string) =>
  queryOptions({
    queryKey: ['staff', 'text-preview', text],
    queryFn: ({ signal }) => api.post('/api/staff/content/texts/preview/', { body: { text }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const definitionPreviewQuery = (
  { kind, key, revision }: Definition,
  body: Schemas['PreviewDefinitionRequest'],
) =>
  queryOptions({
    queryKey: ['staff', 'text-preview', kind, key, revision, body],
    queryFn: ({ signal }) =>
      api.post('/api/staff/content/texts/{kind}/{key}/preview/', {
        params: paramsOf(kind, key),
        body,
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const editTexts = (kind: TextKind, key: string, body: Schemas['EditTextsRequest']) =>
  api.post('/api/staff/content/texts/{kind}/{key}/', { params: paramsOf(kind, key), body });
