import { queryOptions } from '@tanstack/react-query';
import { http, type Schemas } from 'ui-kit';

export type Card = Schemas['Card'];

/** The cards of a page, in one language. */
export const cardsQuery = (place: 'Internship' | 'Mentorship', language: string) =>
  queryOptions({
    queryKey: ['cards', place, language],
    queryFn: ({ signal }) => {
      // The contract spells one of the two in a way of its own, which our server takes as well as the other.
      const type = place === 'Internship' ? 'Intership' : place;
      const query = new URLSearchParams({ exp_type: type, image_type: 'web', language_code: language });
      return http<Card[]>(`api/v2/card/?${query}`, { signal });
    },
    staleTime: 10 * 60_000,
  });
