import { api, type Schemas } from 'ui-kit';
import { DAY } from '../../../shared/lists/list-query';
import type { ListDefinition } from '../../../shared/lists/use-list';
import { fetchPageOf } from '../api/staff';

export type FailedJob = Schemas['StaffFailedJob'];

/** Those that this version knows. */
export const KINDS = [
  'mail',
  'push',
  'push_release',
  'staff_alert',
  'announcements',
  'announcement_mails',
  'event_reminders',
  'survey_openings',
  'matching_entries',
  'answer_key_notices',
  'renamed_people',
  'outcomes',
  'webhook',
] as const;

/** Mails to staff about alerts. */
const ALERT_MAILS: ReadonlySet<string> = new Set([
  'staff_report',
  'staff_crisis',
  'staff_noticed',
  'staff_report_waiting',
  'staff_crisis_waiting',
  'staff_no_lead',
  'staff_silent_leads',
]);

/** An alert to staff can only be tried again. */
export const isAlert = ({ kind, template }: FailedJob): boolean =>
  kind === 'staff_alert' || (template !== null && ALERT_MAILS.has(template));

export const FAILED_JOBS: ListDefinition<FailedJob> = {
  name: 'failed-jobs',
  shape: {
    filters: { kind: /^\w{1,40}$/, from: DAY, until: DAY },
    sorts: ['failedAt', 'kind'],
    defaultSort: '-failedAt',
  },
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf('/api/staff/installation/failed-jobs/'),
};

export async function retry({ id }: FailedJob): Promise<void> {
  await api.post('/api/staff/installation/failed-jobs/{job}/retry/', { params: { path: { job: id } } });
}

export async function drop({ id }: FailedJob): Promise<void> {
  await api.delete('/api/staff/installation/failed-jobs/{job}/', { params: { path: { job: id } } });
}
