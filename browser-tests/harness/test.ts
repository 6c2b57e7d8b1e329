import { test as base, expect } from '@playwright/test';
import type { Name } from './accounts';
import { Actor } from './actor';
import { recordAnnouncements } from './announcements';
import { Cable } from './cable';
import { Cluster } from './cluster';
import { Hub } from './hub';

interface Fixtures {
  /** A server for this test. */
  hub: Hub;
  /** Two nodes on PostgreSQL and Redis. */
  cluster: Cluster;
  /** A network to `hub` that can be cut. */
  cable: Cable;
  /** Signs a person in, in a separate browser context. */
  actor(name: Name, server: { url: string }): Promise<Actor>;
  maya: Actor;
  tom: Actor;
  ana: Actor;
  sam: Actor;
}

export const test = base.extend<Fixtures>({
  context: async ({ context }, use) => {
    await recordAnnouncements(context);
    await use(context);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  hub: async ({}, use) => {
    const hub = await Hub.start();
    await use(hub);
    await hub.remove();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  cluster: async ({}, use) => {
    const cluster = await Cluster.start();
    await use(cluster);
    await cluster.remove();
  },
  cable: async ({ hub }, use) => {
    const cable = await Cable.to(hub);
    await use(cable);
    await cable.remove();
  },
  actor: async ({ browser }, use) => {
    const actors: Actor[] = [];
    await use(async (name, server) => {
      const actor = await Actor.signIn(browser, server, name);
      actors.push(actor);
      return actor;
    });
    for (const actor of actors) {
      expect(actor.pageErrors, `errors in ${actor.name}'s browser`).toEqual([]);
      // A changed answer may be on its way when the test ends.
      if (!actor.page.isClosed()) await actor.page.unrouteAll({ behavior: 'ignoreErrors' });
      await actor.context.close();
    }
  },
  // The server is created first and removed last, so that no page loses it.
  maya: async ({ hub, actor }, use) => use(await actor('maya', hub)),
  tom: async ({ hub, actor }, use) => use(await actor('tom', hub)),
  ana: async ({ hub, actor }, use) => use(await actor('ana', hub)),
  sam: async ({ hub, actor }, use) => use(await actor('sam', hub)),
});

export { expect };
