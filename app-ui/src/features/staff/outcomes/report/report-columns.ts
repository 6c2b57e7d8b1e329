import type { Figures, OutcomeReport } from '../outcome-report';

/** A column of a report, or of the one that it is compared with. */
export interface ReportColumn {
  /** Unique among the columns. */
  key: string;
  role: Figures['columns'][number]['role'];
  year: number | null;
  report: OutcomeReport;
  /** Whether it is of the other report. */
  isOther: boolean;
  /** Its place in the report. */
  at: number;
}

/** The columns of reports: those about the same people stand side by side. */
export function columnsOf(reports: readonly OutcomeReport[]): ReportColumn[] {
  const [first] = reports;
  return (first?.figures?.columns ?? []).flatMap(({ role, year }) =>
    reports.flatMap((report, number) => {
      const columns = report.figures?.columns ?? [];
      const at = columns.findIndex((column) => column.role === role && column.year === year);
      const key = `${role}-${year}-${number}`;
      return at < 0 ? [] : [{ key, role, year, report, isOther: number > 0, at }];
    }),
  );
}
