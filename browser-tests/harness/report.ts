import type { Locator } from '@playwright/test';
import type { Actor } from './actor';
import { expect } from './test';

/** Opens the list of members of a channel. */
export async function openMembers(actor: Actor, channel: string): Promise<void> {
  await actor.openConversation(channel);
  await actor.page.locator('[data-members-toggle]').click();
}

/** The button with what one may do about a member. */
export const actionsFor = (actor: Actor, name: string): Locator =>
  actor.page.getByRole('button', { name: `Actions for ${name}` });

/** Reports a member of a channel for bullying. */
export async function report(actor: Actor, channel: string, name: string, details: string): Promise<void> {
  await openMembers(actor, channel);
  await actionsFor(actor, name).click();
  await actor.page.getByRole('button', { name: `Report ${name}` }).click();
  const dialog = actor.page.getByRole('dialog', { name: `Report ${name}` });
  await dialog.getByRole('radio', { name: 'Bullying or threats' }).check();
  await dialog.getByRole('textbox').fill(details);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  const sent = actor.page.getByRole('dialog', { name: 'Thank you. The team will look into it.' });
  await expect(sent.getByRole('link').first()).toBeVisible();
  await sent.getByRole('button', { name: 'Close' }).click();
}
