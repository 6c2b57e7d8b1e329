import { api, multipart, type Schemas } from 'ui-kit';

export type ImportResult = Schemas['ImportResponse'];
export type Columns = Schemas['Columns'];
export type PreviewRow = ImportResult['rows'][number];
export type RefusedRow = ImportResult['refused'][number];
export type NameOrder = Schemas['NameOrder'];
export type DateOrder = Schemas['DateOrder'];
export type Roster = Schemas['RosterResponse'];

/** What columns can hold. */
export const FIELDS = [
  'email',
  'firstName',
  'lastName',
  'fullName',
  'role',
  'language',
  'birthMonth',
  'guardianEmail',
  'cohort',
] as const;

/** Whether names and addresses are found. */
export const hasNeededColumns = ({ email, firstName, lastName, fullName }: Columns): boolean =>
  email !== null && (fullName !== null || (firstName !== null && lastName !== null));

/** How a file is read. */
export interface Reading {
  programme: string;
  /** Of rows that do not say it. */
  role: string;
  language: string;
  /** Null: as the names of the columns say. */
  columns: Columns | null;
  /** How full names are written; null: as the names of the columns say. */
  names: NameOrder | null;
  /** How days such as 04/05/2010 are written; null refuses them. */
  dates: DateOrder | null;
  /** Of an archive of OneRoster: the id of a class; empty for all. */
  schoolClass: string;
  /** Whether its teachers become mentors. */
  hasTeachers: boolean;
  file: File;
}

/** Says what a file leads to, or invites its people. */
export function importFile(
  { columns, names, dates, schoolClass, hasTeachers, file, ...reading }: Reading,
  isCommitted: boolean,
): Promise<ImportResult> {
  const form = {
    ...reading,
    ...(columns && { columns: JSON.stringify(columns) }),
    ...(names && { names }),
    ...(dates && { dates }),
    class: schoolClass,
    teachers: hasTeachers,
    commit: isCommitted,
    // The server reads it with what stands before it.
    file,
  };
  return api.post('/api/staff/invitations/import/', {
    body: multipart(form) as unknown as Schemas['ImportForm'],
  });
}

/** The file with what is wrong in words, where the server writes its key. */
export function withSentences(table: string, textOf: (problem: RefusedRow['problem']) => string): string {
  return table.replace(
    /^([a-z_]+),(?=\d+,)/gmu,
    (_, problem: RefusedRow['problem']) => `"${textOf(problem).replaceAll('"', '""')}",`,
  );
}
