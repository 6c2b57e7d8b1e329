import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';
import { UUID } from '../../../shared/lists/list-query';
import type { ListDefinition } from '../../../shared/lists/use-list';
import { fetchPageOf } from '../api/staff';

export type Colleague = Schemas['StaffColleague'];
export type ColleagueRecord = Schemas['StaffColleagueResponse'];
export type Role = Colleague['roles'][number];
export type StaffRole = Schemas['StaffRole'];
export type HandedOver = Schemas['HandedOverWork'];
export type Hours = Schemas['WeeklyHours'];
export type ProgrammeHours = ColleagueRecord['hours'][number];
export type Absence = Schemas['StaffAbsence'];
export type DutyOfProgramme = Schemas['DutyOfProgramme'];

/** What the server calls a change of roles, hours and cases. */
const TOPIC = 'staff';

export const ROLES = ['coordinator', 'safeguarding', 'reports', 'administrator'] as const;

export const TEAM: ListDefinition<Colleague> = {
  name: 'team',
  topic: TOPIC,
  shape: {
    filters: { role: [...ROLES, 'none'], programme: UUID, status: ['active', 'closed'], absent: ['yes'] },
    sorts: ['name', 'lastSeen'],
    defaultSort: 'name',
  },
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf('/api/staff/team/'),
};

const paramsOf = (person: string) => ({ path: { person } });

/** One of the team. */
export const colleagueQuery = (person: string) =>
  queryOptions({
    queryKey: [TOPIC, 'colleague', person],
    queryFn: ({ signal }) => api.get('/api/staff/team/{person}/', { params: paramsOf(person), signal }),
  });

/** Who is on duty in each programme. It changes with time, too. */
export const dutyQuery = queryOptions({
  queryKey: [TOPIC, 'duty'],
  queryFn: ({ signal }) => api.get('/api/staff/duty/', { signal }),
  refetchInterval: 60_000,
});

/** What the end of a role would leave behind. */
export const roleEndQuery = (person: string, { role, programme }: Role) =>
  queryOptions({
    queryKey: [TOPIC, 'role-end', person, role, programme?.id ?? ''],
    queryFn: ({ signal }) =>
      api.get('/api/staff/team/{person}/roles/ending/', {
        params: {
          ...paramsOf(person),
          query: programme === null ? { role } : { role, programme: programme.id },
        },
        signal,
      }),
    gcTime: 0,
  });

/** What someone has taken, and who may have it. */
export const workQuery = ({ id, isSelf }: ColleagueRecord) =>
  queryOptions({
    queryKey: [TOPIC, 'work', id],
    queryFn: ({ signal }) =>
      isSelf
        ? api.get('/api/staff/duty/work/', { signal })
        : api.get('/api/staff/team/{person}/work/', { params: paramsOf(id), signal }),
    gcTime: 0,
  });

/** Gives a role; without a programme it is one of the whole installation. */
export async function giveRole(person: string, role: StaffRole, programme: string | null): Promise<void> {
  await api.post('/api/staff/team/{person}/roles/', { params: paramsOf(person), body: { role, programme } });
}

/** Ends a role, and hands over what its holder had taken. */
export const endRole = (person: string, body: Schemas['EndRoleRequest']): Promise<HandedOver> =>
  api.post('/api/staff/team/{person}/roles/ending/', { params: paramsOf(person), body });

/** Hands over what someone has taken; null leaves it to all. */
export const handOver = ({ id, isSelf }: ColleagueRecord, to: string | null): Promise<HandedOver> =>
  isSelf
    ? api.post('/api/staff/duty/work/', { body: { to } })
    : api.post('/api/staff/team/{person}/work/', { params: paramsOf(id), body: { to } });

/** Sets the hours of duty for a programme. */
export async function setHours(
  { id, isSelf }: ColleagueRecord,
  { programme, hours: before }: ProgrammeHours,
  after: Hours[],
): Promise<void> {
  const body = { programme: programme.id, before, after };
  if (isSelf) await api.put('/api/staff/duty/hours/', { body });
  else await api.put('/api/staff/team/{person}/hours/', { params: paramsOf(id), body });
}

/** Sets the absences. */
export async function setAbsences(
  { id, isSelf, absences: before }: ColleagueRecord,
  after: Absence[],
): Promise<void> {
  const body = { before, after };
  if (isSelf) await api.put('/api/staff/duty/absences/', { body });
  else await api.put('/api/staff/team/{person}/absences/', { params: paramsOf(id), body });
}

const MINUTES_OF_HOUR = 60;

/** The value of a field for times as minutes from midnight; null for none. */
export function minutesOf(time: string): number | null {
  const [hour, minute] = time.split(':').map(Number);
  if (hour === undefined || minute === undefined || Number.isNaN(hour + minute)) return null;
  return hour * MINUTES_OF_HOUR + minute;
}
