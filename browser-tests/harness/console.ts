import type { Page } from '@playwright/test';
import { expect } from './test';

/** Where the lists of the overview are read. */
const LISTS: Readonly<Record<string, string>> = {
  people: 'people',
  mentorships: 'mentorships',
  reports: 'cases',
  matching: 'matching',
  messages: 'messages',
};

interface Work {
  kind: string;
  list: string;
  count: number;
  filters: { name: string; value: string }[];
}

/** Opens the overview, and returns its numbers by kind of work. Each is shown, and is the length of the list behind it. */
export async function numbersOf(page: Page): Promise<Record<string, number>> {
  const answer = page.waitForResponse(
    (one) => new URL(one.url()).pathname === '/api/staff/overview/' && one.ok(),
  );
  await page.goto('/staff');
  const overview = await answer;
  const { work }: { work: Work[] } = await overview.json();
  const { authorization = '' } = await overview.request().allHeaders();
  for (const { kind, list, count, filters } of work) {
    const query = new URLSearchParams([...filters.map(({ name, value }) => [name, value]), ['limit', '1']]);
    const url = `/api/staff/${LISTS[list]}/?${query}`;
    const { total } = await (await page.request.get(url, { headers: { authorization } })).json();
    expect(total, kind).toBe(count);
  }
  await expect(page.getByRole('heading', { name: 'What waits for you' })).toBeVisible();
  const shown = await page.getByRole('main').getByRole('heading', { level: 3 }).allTextContents();
  const ascending = (numbers: number[]) => numbers.sort((one, other) => one - other);
  expect(ascending(shown.map((title) => Number.parseInt(title, 10)))).toEqual(
    ascending(work.map(({ count }) => count)),
  );
  return Object.fromEntries(work.map(({ kind, count }) => [kind, count]));
}

/** The people of a school as its office keeps them; the last lines have faults. */
export function fileOf(school: string, mentees: number, mentors: number, ...faults: string[]): Buffer {
  const line = (role: string, number: number) =>
    `Müller, ${role} ${number};${role.toLowerCase()}${number}@${school}.example;${role};31.12.${role === 'Mentor' ? 1980 : 2010};9b`;
  const lines = [
    ...Array.from({ length: mentees }, (_, number) => line('Mentee', number)),
    ...Array.from({ length: mentors }, (_, number) => line('Mentor', number)),
    ...faults,
  ];
  // As Excel saves it in Germany.
  return Buffer.from(['Name, Vorname;E-Mail Adresse;Rolle;Geb.;Klasse', ...lines].join('\r\n'), 'latin1');
}

export async function chooseFile(page: Page, programme: string, buffer: Buffer): Promise<void> {
  await page.goto('/staff/people/import');
  await page.getByLabel('Programme').selectOption({ label: programme });
  await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('heading', { name: 'Line by line' })).toBeVisible();
}

/** A day from today on, as the command line reads it. */
export const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
