import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';

export type Installation = Schemas['StaffInstallationResponse'];
export type Check = Installation['checks'][number];
export type BackgroundJob = Installation['jobs'][number];
export type Queue = Installation['queues'][number];

export const installationQuery = queryOptions({
  queryKey: ['staff', 'installation'],
  queryFn: ({ signal }) => api.get('/api/staff/installation/', { signal }),
  refetchInterval: 60_000,
});

export const needsAttention = ({ state }: Check): boolean => state === 'error' || state === 'warning';

/** One failure may be chance. */
const FAILING = 3;

export const isFailing = ({ failures }: BackgroundJob): boolean => failures >= FAILING;

/** What an administrator should look at. */
export const attentionIn = ({ checks, jobs, queues }: Installation): number =>
  checks.filter(needsAttention).length +
  jobs.filter(isFailing).length +
  queues.filter(({ failed }) => failed > 0).length;

const KIB = 1024;

/** A size such as "12.3 MB". */
export function sizeText(bytes: number, language: string): string {
  const [unit, value] =
    bytes >= KIB ** 3 ? (['gigabyte', bytes / KIB ** 3] as const) : (['megabyte', bytes / KIB ** 2] as const);
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
    numberingSystem: 'latn',
  }).format(value);
}
