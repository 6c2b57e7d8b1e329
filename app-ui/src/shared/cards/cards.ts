import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';

export type Card = Schemas['Card'];

/** Fetches the cards of a page in one language. */
export const cardsQuery = (page: 'Internship' | 'Mentorship', language: string) =>
  queryOptions({
    queryKey: ['cards', page, language],
    queryFn: ({ signal }) => {
      // The specification spells one of the two "Intership"; the server accepts both spellings.
      const type = page === 'Internship' ? 'Intership' : page;
      const query = { exp_type: type, image_type: 'web', language_code: language };
      return api.get('/api/v2/card/', { params: { query }, signal });
    },
    staleTime: 10 * 60_000,
  });
