import { queryOptions } from '@tanstack/react-query';
import { http, type Schemas } from 'ui-kit';

export type LegalDocument = Schemas['CommunityDocument'];

/** The three documents: where each stands, its name in the catalogue, its number in the contract. */
export const legalDocuments = [
  { id: 3, path: 'privacypolicy', infoPath: 'privacyPolicy', title: 'titles.privacyPolicy' },
  { id: 4, path: 'termsofservice', infoPath: 'termsOfService', title: 'titles.termsOfService' },
  { id: 6, path: 'codeofconduct', infoPath: 'codeofconduct', title: 'titles.codeOfConduct' },
] as const;

/** The document of a page, told by the last part of its address. */
export function legalDocumentOf(pathname: string) {
  const last = pathname.replace(/\/+$/, '').split('/').at(-1)?.toLowerCase();
  return legalDocuments.find(({ path }) => path === last);
}

/** All documents in one language. */
export const documentsQuery = (language: string) =>
  queryOptions({
    queryKey: ['community', language],
    queryFn: ({ signal }) =>
      http<LegalDocument[]>(`api/v1/community/?language_code=${encodeURIComponent(language)}`, {
        signal,
        anonymous: true,
      }),
    staleTime: 10 * 60_000,
  });
