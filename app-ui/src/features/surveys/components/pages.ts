import type { Question } from '../../../shared/questions/question';

/** Returns the page of the address, from 1 to the last one. An empty stage has one page. */
export function clampPage(wanted: string | null, total: number): number {
  const page = Number(wanted ?? 1);
  return Number.isInteger(page) ? Math.min(Math.max(page, 1), Math.max(total, 1)) : 1;
}

/** Returns the first page with a problem, from 1. */
export function pageOfProblem(
  pages: readonly (readonly Question[])[],
  problems: Readonly<Record<string, unknown>>,
): number | null {
  const index = pages.findIndex((questions) => questions.some(({ key }) => key in problems));
  return index < 0 ? null : index + 1;
}
