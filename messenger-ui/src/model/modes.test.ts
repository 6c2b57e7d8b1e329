import { expect, it } from 'vitest';
import { wire } from '../testing/fixtures';
import { toMarkup } from './compose';
import { fromWire } from './message';
import { ModeStore } from './modes';

const sent = (text: string, changed = 0) => fromWire(wire(1, { message: text, changed }));

it('an edit ends when the server says the new text, and not by a reaction meanwhile', () => {
  const modes = new ModeStore();
  modes.edit('c', sent('one'));
  modes.write('c', { text: 'two', mentions: [] });
  modes.saving('c');
  modes.changed('c', sent('one', 1), toMarkup);
  expect(modes.of('c')).toMatchObject({ kind: 'edit', state: 'saving' });
  modes.changed('c', sent('two', 2), toMarkup);
  expect(modes.of('c')).toBeUndefined();
});

it('a refused edit keeps what was written and says why', () => {
  const modes = new ModeStore();
  modes.edit('c', sent('one'));
  modes.write('c', { text: 'two', mentions: [] });
  modes.failed('c', 'unavailable');
  expect(modes.of('c')).toMatchObject({ failure: null });
  modes.saving('c');
  modes.failed('c', 'edit_too_late');
  expect(modes.of('c')).toMatchObject({
    state: 'writing',
    failure: 'edit_too_late',
    composition: { text: 'two' },
  });
});

it('an answer names what it answers, by its file where there is no text', () => {
  const modes = new ModeStore();
  const attachments = JSON.stringify([
    { id: 'a', attachment_name: 'plan.pdf', size: 1, presigned_url: '/x' },
  ]);
  modes.reply('c', fromWire(wire(3, { message: '', attachments })), '');
  expect(modes.of('c')).toMatchObject({ kind: 'reply', quote: { msgId: 'm3', attachmentName: 'plan.pdf' } });
  expect(modes.of('other')).toBeUndefined();
});
