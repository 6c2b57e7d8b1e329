import { readFile, writeFile } from 'node:fs/promises';
import { ACCOUNTS } from '../harness/accounts';
import type { Hub } from '../harness/hub';
import { temporaryFolder } from '../harness/process';
import { expect, test } from '../harness/test';

/** Imports the content of the demo world again, without its matching, and with this condition of its mentees' mentorship, or none. */
async function withCondition(hub: Hub, condition?: string): Promise<void> {
  const folder = await temporaryFolder('content');
  const content = `${folder.path}/content`;
  await hub.command('content', 'export', content);
  const file = `${content}/programmes.yaml`;
  const rules = await readFile(file, 'utf8');
  const without = ['conditions', 'matching'].reduce((text, section) => {
    const rest = text.replace(new RegExp(`^( +)${section}:\\n(?:\\1 +.*\\n)+`, 'm'), '');
    expect(rest).not.toBe(text);
    return rest;
  }, rules);
  const added = `$1conditions: {mentee: {curriculum: ${condition}}}\n$1$2`;
  const changed = condition === undefined ? without : without.replace(/^( +)(experiences:)/m, added);
  await writeFile(file, changed);
  await hub.command('content', 'import', content);
  await folder.remove();
}

const FACTS: [what: string, arrange: (hub: Hub) => Promise<unknown>, path: string][] = [
  ['no condition', (hub) => withCondition(hub), '/learninghub'],
  [
    'a mentorship to look at',
    (hub) => withCondition(hub, '{use_after: {vetted: true}, until_then: show}'),
    '/mentorship',
  ],
  [
    'a hidden mentorship',
    (hub) => withCondition(hub, '{use_after: {vetted: true}, until_then: hide}'),
    '/learninghub',
  ],
  [
    'a condition that is met',
    async (hub) => {
      await withCondition(hub, '{use_after: {vetted: true}, until_then: hide}');
      await hub.command('person', 'set', ACCOUNTS.tom, '--vetted-until', '2999-12-31');
    },
    '/mentorship',
  ],
  [
    'a mentorship',
    (hub) => hub.command('mentorship', 'create', '--mentor', ACCOUNTS.maya, '--mentee', ACCOUNTS.tom),
    '/mentorship',
  ],
];

for (const [what, arrange, path] of FACTS) {
  test(`landing of a person who knows all sessions, with ${what}`, async ({ hub, tom }) => {
    await hub.endMentorships();
    // New sessions come before a mentorship to look at.
    await tom.page.goto('/');
    await expect(tom.page).toHaveURL(`${hub.url}/learninghub`);
    await expect(tom.page.getByRole('heading', { name: 'For you' })).toBeVisible();
    await arrange(hub);
    await tom.page.goto('/');
    await expect(tom.page).toHaveURL(hub.url + path);
    await expect(tom.page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('new sessions come before a mentorship to look at', async ({ hub, actor }) => {
  await hub.endMentorships();
  await withCondition(hub, '{use_after: {vetted: true}, until_then: show}');
  const { page } = await actor('ana', hub);
  await page.goto('/');
  await expect(page).toHaveURL(`${hub.url}/learninghub`);
  await expect(page.getByRole('heading', { name: 'For you' })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL(`${hub.url}/mentorship`);
});
