import { type Actor, MAYA, TOM } from '../harness/actor';
import { storedTexts } from '../harness/history';
import { scaled } from '../harness/machine';
import { expect, test } from '../harness/test';

const OUTAGE_MS = 10_000;
/** Within a person's burst limit. */
const TURNS = 8;

/** Two people write in turns. Returns the texts. */
async function talk(maya: Actor, tom: Actor, when: string): Promise<string[]> {
  const written: string[] = [];
  for (let turn = 1; turn <= TURNS; turn += 1) {
    for (const actor of [maya, tom]) {
      const text = `Turn ${turn} of ${actor.name} ${when}`;
      await actor.send(text);
      written.push(text);
    }
  }
  return written;
}

test('Redis freeze and data loss keep all messages', async ({ cluster, actor }) => {
  // Two servers, two browsers and ten seconds of outage.
  test.slow();
  const maya = await actor('maya', cluster.first);
  const tom = await actor('tom', cluster.second);
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  const before = await talk(maya, tom, 'before');
  await expect(tom.sent(before.at(-2) ?? '')).toHaveCount(1);
  await expect(maya.sent(before.at(-1) ?? '')).toHaveCount(1);

  const outage = cluster.redis.freezeAndForget(OUTAGE_MS);
  const during = await talk(maya, tom, 'during');
  await outage;
  const after = await talk(maya, tom, 'after');

  const written = [...before, ...during, ...after].sort();
  await expect
    .poll(async () => (await storedTexts(maya.page, TOM, 'Turn')).sort(), { timeout: scaled(30_000) })
    .toEqual(written);
  const order = (await storedTexts(maya.page, TOM, 'Turn')).map((text) => ({ text, isSent: true }));
  // The list renders only the visible rows, which must be the end of that order.
  for (const person of [maya, tom]) {
    await expect
      .poll(async () => (await person.shown('Turn')).slice(-TURNS), { timeout: scaled(30_000) })
      .toEqual(order.slice(-TURNS));
    const seen = await person.shown('Turn');
    expect(seen).toEqual(order.slice(-seen.length));
  }
});
