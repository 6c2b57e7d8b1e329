import type { Schemas } from 'ui-kit';
import { DAY, type ListShape, UUID } from '../../../shared/lists/list-query';
import type { ListDefinition } from '../../../shared/lists/use-list';
import { fetchPageOf } from '../api/staff';

/** An act of staff, of the command line, of a job or of a person, as the audit keeps it. */
export type AuditEntry = Schemas['StaffAct'];

const shape: ListShape = {
  filters: { act: /^[\w.-]{1,80}$/, actor: UUID, target: UUID, programme: UUID, from: DAY, until: DAY },
  // Newest first, always.
  sorts: [],
  defaultSort: '',
};

export const AUDIT: ListDefinition<AuditEntry> = {
  name: 'audit',
  shape,
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf('/api/staff/audit/'),
};

export interface Change {
  fact: string;
  before: unknown;
  after: unknown;
}

/** Returns the facts that an act changed. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const facts = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...facts]
    .map((fact) => ({ fact, before: before?.[fact] ?? null, after: after?.[fact] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

/** Returns the words of a code: `guardianConsent` and `guardian_consent` become "guardian consent". */
export const wordsOf = (code: string): string =>
  code
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[._-]+/g, ' ')
    .trim()
    .toLowerCase();
