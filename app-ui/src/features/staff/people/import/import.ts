import { api, multipart, type Schemas } from 'ui-kit';

export type ImportResult = Schemas['ImportResponse'];
export type Columns = Schemas['Columns'];

/** What columns can hold. Those without which no row can be read come first. */
export const FIELDS = ['email', 'firstName', 'lastName', 'role', 'language', 'birthMonth'] as const;

/** How a file is read. */
export interface Reading {
  programme: string;
  /** Of rows that do not say it. */
  role: string;
  language: string;
  /** Null: as the names of the columns say. */
  columns: Columns | null;
  file: File;
}

/** Says what a file leads to, or invites its people. */
export function importFile(
  { columns, file, ...reading }: Reading,
  isCommitted: boolean,
): Promise<ImportResult> {
  const form = {
    ...reading,
    ...(columns && { columns: JSON.stringify(columns) }),
    commit: isCommitted,
    // The server reads it with what stands before it.
    file,
  };
  return api.post('/api/staff/invitations/import/', {
    body: multipart(form) as unknown as Schemas['ImportForm'],
  });
}
