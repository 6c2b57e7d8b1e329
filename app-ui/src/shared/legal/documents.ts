import { queryOptions } from '@tanstack/react-query';
import { publicApi } from 'ui-kit';

/** The legal documents: paths, text key, and id of the specification. */
export const legalDocuments = [
  { id: 3, path: 'privacypolicy', infoPath: 'privacyPolicy', title: 'titles.privacyPolicy' },
  { id: 4, path: 'termsofservice', infoPath: 'termsOfService', title: 'titles.termsOfService' },
  { id: 6, path: 'codeofconduct', infoPath: 'codeofconduct', title: 'titles.codeOfConduct' },
] as const;

/** Returns the document of a path, by its last segment. */
export function legalDocumentOf(pathname: string) {
  const last = pathname.replace(/\/+$/, '').split('/').at(-1)?.toLowerCase();
  return legalDocuments.find(({ path }) => path === last);
}

/** Fetches all documents in one language. */
export const documentsQuery = (language: string) =>
  queryOptions({
    queryKey: ['community', language],
    queryFn: ({ signal }) =>
      publicApi.get('/api/v1/community/', { params: { query: { language_code: language } }, signal }),
    staleTime: 10 * 60_000,
  });
