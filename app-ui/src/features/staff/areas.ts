import {
  BookOpenText,
  ChartNoAxesColumn,
  ClipboardList,
  Handshake,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  ScrollText,
  ServerCog,
  ShieldCheck,
  SlidersHorizontal,
  Users,
  UsersRound,
  Video,
  Waypoints,
} from 'lucide-react';
import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';
import type { Permission } from './api/staff';

/** What areas are for, in the order of the navigation. */
export const GROUPS = ['people', 'exchange', 'insight', 'protection', 'organisation'] as const;

interface Area {
  group: (typeof GROUPS)[number];
  /** Below `/staff`. */
  path: string;
  /** Key of its name, in the navigation and as title. */
  label: string;
  icon: LucideIcon;
  /** Without it the area does not exist. */
  permission: Permission;
  pages: RouteObject[];
}

/** The areas of the console in the order of the navigation: those of a group stand together. */
export const AREAS: readonly Area[] = [
  {
    group: 'people',
    path: 'people',
    label: 'staff.people',
    icon: UsersRound,
    permission: 'read_people',
    pages: [
      { index: true, lazy: page(() => import('./people/people-page')) },
      { path: 'invitations', lazy: page(() => import('./people/invitations/invitations-page')) },
      {
        path: 'cohorts',
        handle: titled('cohorts.title', 'staff'),
        lazy: page(() => import('./people/cohorts/cohorts-page')),
      },
      { path: 'import', lazy: page(() => import('./people/import/import-page')) },
      { path: ':personId', lazy: page(() => import('./people/person/person-page')) },
    ],
  },
  {
    group: 'people',
    path: 'mentorships',
    label: 'staff.mentorships',
    icon: Handshake,
    permission: 'read_people',
    pages: [
      { index: true, lazy: page(() => import('./mentorships/mentorships-page')) },
      {
        path: 'new',
        handle: titled('match.title', 'staff'),
        lazy: page(() => import('./mentorships/new/new-mentorship-page')),
      },
      { path: ':mentorshipId', lazy: page(() => import('./mentorships/mentorship/mentorship-page')) },
    ],
  },
  {
    group: 'people',
    path: 'matching',
    label: 'staff.matching',
    icon: Waypoints,
    permission: 'manage_matching',
    pages: [
      { index: true, lazy: page(() => import('./matching/matching-page')) },
      { path: 'rehearsal', lazy: page(() => import('./matching/rehearsal-page')) },
      { path: ':runId/mentees/:menteeId', lazy: page(() => import('./matching/round/mentee-page')) },
      { path: ':runId/:view?', lazy: page(() => import('./matching/round/round-page')) },
    ],
  },
  {
    group: 'exchange',
    path: 'messages',
    label: 'staff.messages',
    icon: MessagesSquare,
    permission: 'answer_messages',
    pages: [
      { index: true, lazy: page(() => import('./messages/messages-page')) },
      { path: ':personId', lazy: page(() => import('./messages/conversation-page')) },
    ],
  },
  {
    group: 'exchange',
    path: 'announcements',
    label: 'staff.announcements',
    icon: Megaphone,
    permission: 'send_announcements',
    pages: [
      { index: true, lazy: page(() => import('./announcements/announcements-page')) },
      { path: ':announcementId', lazy: page(() => import('./announcements/announcement/announcement-page')) },
    ],
  },
  {
    group: 'insight',
    path: 'surveys',
    label: 'staff.surveys',
    icon: ClipboardList,
    permission: 'manage_surveys',
    pages: [
      { index: true, lazy: page(() => import('./surveys/surveys-page')) },
      {
        path: 'new',
        handle: titled('surveys.ask', 'staff'),
        lazy: page(() => import('./surveys/new/new-window-page')),
      },
      {
        path: 'results/:programme/:survey',
        handle: titled('surveys.results.title', 'staff'),
        lazy: page(() => import('./surveys/results/results-page')),
      },
      { path: ':windowId', lazy: page(() => import('./surveys/window/window-page')) },
    ],
  },
  {
    group: 'insight',
    path: 'outcomes',
    label: 'staff.outcomes',
    icon: ChartNoAxesColumn,
    permission: 'read_outcomes',
    pages: [
      { index: true, lazy: page(() => import('./outcomes/outcomes-page')) },
      { path: ':reportId', lazy: page(() => import('./outcomes/report/report-page')) },
    ],
  },
  {
    group: 'protection',
    path: 'reports',
    label: 'staff.reports',
    icon: ShieldCheck,
    permission: 'handle_cases',
    pages: [
      { index: true, lazy: page(() => import('./safeguarding/pages/reports-page')) },
      { path: ':caseId', lazy: page(() => import('./safeguarding/pages/case-page')) },
    ],
  },
  {
    group: 'protection',
    path: 'recordings',
    label: 'staff.recordings',
    icon: Video,
    permission: 'read_recordings',
    pages: [{ index: true, lazy: page(() => import('./recordings/recordings-page')) }],
  },
  {
    group: 'organisation',
    path: 'team',
    label: 'staff.team',
    icon: Users,
    permission: 'read_people',
    pages: [
      { index: true, lazy: page(() => import('./team/team-page')) },
      { path: ':personId', lazy: page(() => import('./team/colleague/colleague-page')) },
    ],
  },
  {
    group: 'organisation',
    path: 'programme',
    label: 'staff.programme',
    icon: SlidersHorizontal,
    permission: 'manage_programme',
    pages: [
      { index: true, lazy: page(() => import('./programme/programme-page')) },
      {
        path: 'year',
        handle: titled('year.title', 'staff'),
        lazy: page(() => import('./programme/year/year-page')),
      },
    ],
  },
  {
    group: 'organisation',
    path: 'content',
    label: 'staff.content',
    icon: BookOpenText,
    permission: 'manage_content',
    pages: [
      {
        index: true,
        handle: titled('content.sessions.title', 'staff'),
        lazy: page(() => import('./content/sessions/sessions-page')),
      },
      {
        path: 'sessions/:session',
        handle: titled('content.sessions.title', 'staff'),
        lazy: page(() => import('./content/sessions/session-page')),
      },
      {
        path: 'texts',
        handle: titled('texts.title', 'staff'),
        lazy: page(() => import('./content/texts/texts-page')),
      },
      {
        path: 'texts/:kind/:key',
        handle: titled('texts.title', 'staff'),
        lazy: page(() => import('./content/texts/editor/editor-page')),
      },
      {
        path: 'bundle',
        handle: titled('bundle.title', 'staff'),
        lazy: page(() => import('./content/bundle/bundle-page')),
      },
    ],
  },
  {
    group: 'organisation',
    path: 'audit',
    label: 'staff.audit',
    icon: ScrollText,
    permission: 'read_audit',
    pages: [{ index: true, lazy: page(() => import('./audit/audit-page')) }],
  },
  {
    group: 'organisation',
    path: 'installation',
    label: 'staff.installation',
    icon: ServerCog,
    permission: 'manage_installation',
    pages: [
      { index: true, lazy: page(() => import('./installation/installation-page')) },
      {
        path: 'programmes',
        handle: titled('programmes.title', 'staff'),
        lazy: page(() => import('./installation/programmes/programmes-page')),
      },
      {
        path: 'failed-jobs',
        handle: titled('installation.failedJobs', 'staff'),
        lazy: page(() => import('./installation/failed-jobs-page')),
      },
      {
        path: 'api-keys',
        handle: titled('apiKeys.title', 'staff'),
        lazy: page(() => import('./installation/api-keys/api-keys-page')),
      },
      {
        path: 'webhooks',
        handle: titled('webhooks.title', 'staff'),
        lazy: page(() => import('./installation/webhooks/webhooks-page')),
      },
    ],
  },
];
