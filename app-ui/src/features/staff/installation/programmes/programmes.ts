import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';

export type InstalledProgramme = Schemas['InstalledProgramme'];
export type Programmes = Schemas['ProgrammesResponse'];
type NewProgramme = Schemas['NewProgrammeRequest'];

const MAX_KEY = 60;

export const programmesQuery = queryOptions({
  queryKey: ['staff', 'installed-programmes'],
  queryFn: ({ signal }) => api.get('/api/staff/installation/programmes/', { signal }),
});

export const createProgramme = (body: NewProgramme) =>
  api.post('/api/staff/installation/programmes/', { body });

/** Returns a key for a name: small letters, digits and hyphens; empty for names in other scripts. */
export const keyOf = (name: string) =>
  name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MAX_KEY);
