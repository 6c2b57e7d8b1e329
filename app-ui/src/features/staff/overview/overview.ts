import { queryOptions } from '@tanstack/react-query';
import {
  CalendarDays,
  FileSignature,
  Flag,
  FolderLock,
  Hourglass,
  LifeBuoy,
  type LucideIcon,
  MessageCircleMore,
  MessageCircleOff,
  MessagesSquare,
  ScanText,
  ServerCrash,
  ShieldAlert,
  ShieldQuestion,
  UserRoundCheck,
  UserRoundSearch,
  UsersRound,
  Waypoints,
} from 'lucide-react';
import { api, type Schemas } from 'ui-kit';

export type Work = Schemas['StaffWork'];
export type WorkItem = Schemas['StaffWorkItem'];
export type Figure = Schemas['StaffFigure'];

/** The key begins with the topic of cases, which are live; the rest is fetched again each minute. */
export const overviewQuery = queryOptions({
  queryKey: ['staff', 'overview'],
  queryFn: ({ signal }) => api.get('/api/staff/overview/', { signal }),
  refetchInterval: 60_000,
  refetchOnWindowFocus: 'always',
});

interface KindOfWork {
  icon: LucideIcon;
  /** Contact may be dangerous, or is closed. */
  isPressing?: boolean;
}

export const KINDS: Readonly<Record<Work['kind'], KindOfWork>> = {
  crisis: { icon: LifeBuoy, isPressing: true },
  report_to_take: { icon: Flag, isPressing: true },
  report_to_decide: { icon: Flag, isPressing: true },
  noticed: { icon: ScanText },
  vetting_ended: { icon: ShieldAlert, isPressing: true },
  failed_job: { icon: ServerCrash },
  application: { icon: UserRoundCheck },
  message: { icon: MessagesSquare },
  data_request: { icon: FolderLock },
  vetting_missing: { icon: ShieldQuestion },
  consent_missing: { icon: FileSignature },
  birth_month_missing: { icon: CalendarDays },
  silent: { icon: MessageCircleOff },
  one_sided: { icon: MessageCircleMore },
  vetting_ending: { icon: Hourglass },
  open_run: { icon: Waypoints },
  waiting_group: { icon: UsersRound },
  unmatched: { icon: UserRoundSearch },
};

/** Lists whose address is not their name. Groups that wait stand on the page of the matching, and have no pages of their own. */
const ADDRESSES: Partial<Record<Work['list'], string>> = {
  groups: 'matching',
  failed_jobs: 'installation/failed-jobs',
};

const pathOf = (list: Work['list']): string => `/staff/${ADDRESSES[list] ?? list}`;

/** The address of what waits. */
export const addressOf = ({ list }: Work, { id }: WorkItem): string =>
  list === 'groups' ? pathOf(list) : `${pathOf(list)}/${id}`;

/** The address of the list with all that waits of a kind. */
export const listOf = ({ list, filters, sort }: Work) => {
  const query = new URLSearchParams(filters.map(({ name, value }) => [name, value]));
  // As on this page: who waits longest comes first.
  if (sort !== null) query.set('sort', sort);
  return { pathname: pathOf(list), search: `?${query}` };
};

/** The lists behind the figures. */
export const LIST_OF_FIGURE: Readonly<Record<Figure['kind'], string>> = {
  joined: '/staff/people?joined=recent&sort=-createdAt',
  matched: '/staff/people?role=mentee&matched=yes',
  running: '/staff/mentorships?state=active',
  learning: '/staff/mentorships?learning=recent',
};
