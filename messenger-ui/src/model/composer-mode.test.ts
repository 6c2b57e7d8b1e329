import { expect, it } from 'vitest';
import { wire } from '../testing/fixtures';
import { toMarkup } from './compose';
import { ComposerModeStore } from './composer-mode';
import { fromWire } from './message';

const sent = (text: string, changed = 0) => fromWire(wire(1, { message: text, changed }));

it('an edit ends with its text only', () => {
  const composerModes = new ComposerModeStore();
  composerModes.edit('c', sent('one'));
  composerModes.write('c', { text: 'two', mentions: [] });
  composerModes.saving('c');
  composerModes.changed('c', sent('one', 1), toMarkup);
  expect(composerModes.get('c')).toMatchObject({ kind: 'edit', state: 'saving' });
  composerModes.changed('c', sent('two', 2), toMarkup);
  expect(composerModes.get('c')).toBeUndefined();
});

it('a refused edit keeps its text', () => {
  const composerModes = new ComposerModeStore();
  composerModes.edit('c', sent('one'));
  composerModes.write('c', { text: 'two', mentions: [] });
  composerModes.failed('c', 'unavailable');
  expect(composerModes.get('c')).toMatchObject({ failure: null });
  composerModes.saving('c');
  composerModes.failed('c', 'edit_too_late');
  expect(composerModes.get('c')).toMatchObject({
    state: 'writing',
    failure: 'edit_too_late',
    composition: { text: 'two' },
  });
});

it('a reply quotes the text or file name', () => {
  const composerModes = new ComposerModeStore();
  const attachments = JSON.stringify([
    { id: 'a', attachment_name: 'plan.pdf', size: 1, presigned_url: '/x' },
  ]);
  composerModes.reply('c', fromWire(wire(3, { message: '', attachments })), '');
  expect(composerModes.get('c')).toMatchObject({
    kind: 'reply',
    quote: { msgId: 'm3', attachmentName: 'plan.pdf' },
  });
  expect(composerModes.get('other')).toBeUndefined();
});

it('a deleted message ends its edit and empties its quote', () => {
  const composerModes = new ComposerModeStore();
  composerModes.edit('c', sent('one'));
  composerModes.deleted('c', 'm2');
  expect(composerModes.get('c')).toMatchObject({ kind: 'edit' });
  composerModes.deleted('c', 'm1');
  expect(composerModes.get('c')).toBeUndefined();
  composerModes.reply('c', sent('one'), 'one');
  composerModes.deleted('c', 'm1');
  expect(composerModes.get('c')).toMatchObject({ kind: 'reply', quote: { text: '', isDeleted: true } });
});
