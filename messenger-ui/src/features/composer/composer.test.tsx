import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpError, loginSession } from 'ui-kit';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../i18n';
import type { Channel } from '../../model/channels';
import { MAX_LENGTH } from '../../model/compose';
import { keepRewritten } from '../../model/keep-rewritten';
import { fromWire } from '../../model/message';
import type { PendingMessage } from '../../model/pending-message';
import { renderChat } from '../../testing/chat';
import { fakeApi } from '../../testing/fake-api';
import { member, TEAM_CHANNEL, wire } from '../../testing/fixtures';
import { aFile, fakeTransfers } from '../../testing/transfers';
import { Composer } from './composer';
import { ComposerSlot } from './composer-slot';

const MEMBERS = [
  member({ userId: 'maya', userFullName: 'Maya Okafor' }),
  member({ userId: 'tom', userFullName: 'Tom Rivera' }),
  member({ userId: 'zoe', userFullName: 'Zoë Ångström' }),
  member({ userId: 'max', userFullName: 'Max Gone', isActive: false }),
];

const HELPLINES = [{ name: 'Samaritans', phone: '116 123', url: '' }];

beforeAll(async () => {
  fakeApi({});
  await loginSession.start();
});
beforeEach(() => {
  fakeApi({ 'GET /api/v2/chat/helplines/': { status: 200, body: HELPLINES } });
});

function setUp(changes: Partial<Channel> = {}) {
  const onSend = vi.fn();
  const files = fakeTransfers();
  const onEdit = vi.fn();
  const onEditLast = vi.fn();
  const waiting = { confirm: vi.fn(), rewrite: vi.fn(), discard: vi.fn() };
  const rendered = renderChat(
    (channel) => (
      <ComposerSlot channel={channel}>
        <Composer
          channel={channel}
          focusRequests={0}
          onSend={onSend}
          onEdit={onEdit}
          waiting={waiting}
          onEditLast={onEditLast}
        />
      </ComposerSlot>
    ),
    { channelMembers: MEMBERS, ...changes },
    { transfer: files.transfer, measure: async () => ({ width: 4, height: 3 }) },
  );
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
  return { ...rendered, files, onSend, onEdit, onEditLast, waiting, field, user: userEvent.setup() };
}

describe('Enter key', () => {
  it('sends, and with Shift inserts a newline', async () => {
    const { user, field, onSend } = setUp();
    await user.type(field(), 'one{Shift>}{Enter}{/Shift}two{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith('one\ntwo', []);
    expect(field().value).toBe('');
  });

  it('is ignored during input method composition', async () => {
    const { user, field, onSend } = setUp();
    await user.type(field(), 'にほん');
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    expect(onSend).not.toHaveBeenCalled();
  });

  it('does not send blank text', async () => {
    const { user, field, onSend } = setUp();
    await user.type(field(), '  {Shift>}{Enter}{/Shift} {Enter}');
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
  });
});

describe('mentions', () => {
  it('do not offer the team', async () => {
    const { user, field } = setUp(TEAM_CHANNEL);
    await user.type(field(), '@st');
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('show roles, and select on a complete tap', async () => {
    const { user, field } = setUp({
      channelMembers: [
        ...MEMBERS,
        member({ userId: 'tom2', userFullName: 'Tom Rivera', role: 'Mentor' }),
        member({ userId: 'lukasz', userFullName: 'Łukasz Øst' }),
      ],
    });
    await user.type(field(), '@tom');
    const [first, second] = screen.getAllByRole('option');
    expect([first?.textContent, second?.textContent].sort()).toEqual([
      expect.stringContaining('Mentee'),
      expect.stringContaining('Mentor'),
    ]);
    fireEvent.pointerDown(second as Element);
    expect(field().value).toBe('@tom');
    fireEvent.click(second as Element);
    expect(field().value).toBe('@Tom Rivera ');
    await user.clear(field());
    await user.type(field(), '@lukasz os');
    expect(screen.getAllByRole('option')).toHaveLength(1);
  });

  it('keep the highlighted person when members change', async () => {
    const { user, field, onSend, change } = setUp();
    await user.type(field(), '@');
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('Zoë');
    change({ channelMembers: [...MEMBERS, member({ userId: 'abe', userFullName: 'Abe Adams' })] });
    expect(screen.getAllByRole('option')).toHaveLength(3);
    await user.keyboard('{Enter}{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith('@[Zoë Ångström](zoe)', []);
  });

  it('match active members without accents, by keyboard', async () => {
    const { user, field, onSend } = setUp();
    await user.type(field(), 'Hi @');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Tom RiveraMentee',
      'Zoë ÅngströmMentee',
    ]);
    await user.type(field(), 'zoe a{Enter}');
    expect(field().value).toBe('Hi @Zoë Ångström ');
    await user.type(field(), 'hello{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith('Hi @[Zoë Ångström](zoe) hello', []);
  });

  it('expose the active suggestion to screen readers', async () => {
    const { user, field } = setUp();
    await user.type(field(), '@{ArrowDown}');
    const active = field().getAttribute('aria-activedescendant');
    expect(screen.getByRole('option', { selected: true }).id).toBe(active);
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('Zoë');
  });

  it('close with Escape and keep the text', async () => {
    const { user, field } = setUp();
    const escaped = vi.fn();
    document.body.addEventListener('keydown', escaped);
    await user.type(field(), '@to');
    escaped.mockClear();
    await user.keyboard('{Escape}');
    document.body.removeEventListener('keydown', escaped);
    expect(escaped).not.toHaveBeenCalled();
    expect(screen.queryByRole('option')).toBeNull();
    expect(field().value).toBe('@to');
  });
});

describe('draft', () => {
  it('is saved for this channel only', async () => {
    const { user, field, hub } = setUp();
    await user.type(field(), 'half a sentence');
    expect(hub.drafts.get('c').text).toBe('half a sentence');
    expect(hub.drafts.get('other').text).toBe('');
  });

  it('beyond the length limit is not sent', () => {
    const { field, onSend } = setUp();
    fireEvent.change(field(), { target: { value: 'x'.repeat(MAX_LENGTH + 3) } });
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(onSend).not.toHaveBeenCalled();
    expect(field().value).toHaveLength(MAX_LENGTH + 3);
    expect(screen.getByText('3 characters too many')).toBeTruthy();
  });

  it('stays visible during a blackout', () => {
    const { hub } = setUp({ blackout: { active: true, until: null, refusesSending: true } });
    act(() => hub.drafts.save('c', { text: 'for later', mentions: [] }));
    expect(screen.getByRole('textbox')).toMatchObject({ disabled: true, value: 'for later' });
    expect(screen.getByText(/messages cannot be sent/)).toBeTruthy();
  });
});

describe('selected file', () => {
  const TYPES =
    'Please select a valid file. Supported images are: jpeg, jpg, gif, png, webp, heic. Supported documents are: txt, pdf, csv, doc, docx, xls, xlsx, ppt, pptx';
  const choose = (user: ReturnType<typeof userEvent.setup>, file: File) =>
    user.upload(screen.getByLabelText('Choose a file'), file);

  it('is sent with text, with a warning', async () => {
    const { user, field, onSend, files } = setUp();
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
    await choose(user, aFile('Summer internship letter.pdf', 12_000, 'application/pdf'));
    expect(screen.getByRole('region', { name: 'Selected file' }).textContent).toContain(
      'Summer internship letter.pdf',
    );
    expect(screen.getByText('Files sent cannot be deleted. Verify before sending')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', false);
    await user.type(field(), 'Mine');
    expect(screen.queryByText('Files sent cannot be deleted. Verify before sending')).toBeNull();
    files.nth(0).arrive();
    await screen.findByText('12 kB');
    await user.type(field(), '{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith('Mine', [
      expect.objectContaining({ name: 'Summer internship letter.pdf', type: 'application/pdf' }),
    ]);
    expect(screen.queryByRole('region', { name: 'Selected file' })).toBeNull();
  });

  it.each([
    [aFile('virus.exe'), TYPES],
    [aFile('film.pdf', 5_242_881), 'Files with more than 5 MB are not allowed.'],
  ])('of invalid type or size is rejected', async (file, words) => {
    const { user, field, files } = setUp();
    await user.type(field(), 'See this');
    fireEvent.change(screen.getByLabelText('Choose a file'), { target: { files: [file] } });
    expect(screen.getByRole('alert').textContent).toBe(words);
    expect(field().value).toBe('See this');
    expect(files.started).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('rejected by the server can be removed', async () => {
    const { user, field, files, onSend } = setUp();
    await user.type(field(), 'See this');
    await choose(user, aFile());
    files.nth(0).fail(new HttpError({ status: 422, code: 'attachment_broken', message: '' }));
    const chip = within(screen.getByRole('region', { name: 'Selected file' }));
    expect(await chip.findByText(/damaged/)).toBeTruthy();
    expect(chip.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.queryByText(/Verify before sending/)).toBeNull();
    await user.type(field(), '{Enter}');
    expect(onSend).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Remove mug.png' }));
    expect(field()).toBe(document.activeElement);
    await user.type(field(), '{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith('See this', []);
  });

  it('that is damaged can be replaced', async () => {
    const { user, field, files } = setUp();
    await choose(user, aFile());
    files.nth(0).fail(new HttpError({ status: 422, code: 'attachment_broken', message: '' }));
    const chip = within(screen.getByRole('region', { name: 'Selected file' }));
    const another = await chip.findByRole('button', { name: 'Choose another file' });
    const click = vi.spyOn(HTMLInputElement.prototype, 'click');
    await user.click(another);
    expect(click).toHaveBeenCalledOnce();
    const chooser = chip.getByLabelText('Choose another file', { selector: 'input' });
    expect(click.mock.contexts).toEqual([chooser]);
    fireEvent.change(chooser, { target: { files: [aFile('cup.png')] } });
    expect(await screen.findByText('cup.png')).toBeTruthy();
    expect(screen.queryByText('mug.png')).toBeNull();
    expect(field()).toBe(document.activeElement);
  });

  it('rejected for another reason can be retried', async () => {
    const { user, files } = setUp();
    await choose(user, aFile());
    files.nth(0).fail(new HttpError({ status: 403, code: 'not_active_member', message: '' }));
    expect(screen.queryByRole('button', { name: 'Choose another file' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(files.started).toHaveLength(2);
  });

  it('can be pasted, except for spreadsheet cells', async () => {
    const { field, files } = setUp();
    fireEvent.paste(field(), {
      clipboardData: { files: [aFile('image.png')], types: ['Files', 'text/plain'] },
    });
    expect(files.started).toHaveLength(0);
    fireEvent.paste(field(), { clipboardData: { files: [aFile('image.png')], types: ['Files'] } });
    expect(files.started).toHaveLength(1);
    expect(files.nth(0).file.name).toMatch(/^Image .*\.png$/);
  });
});

describe('composer slot', () => {
  it('shows an inactive member the end time', () => {
    setUp({ membership: 'inactive', messageAgainFrom: '2026-12-01T08:00:00Z' });
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByText('Chat & Video Disabled')).toBeTruthy();
    expect(screen.getByText(/You will be able to message again from 1 December 2026/)).toBeTruthy();
  });

  it.each([
    ['a suspended member', { membership: 'inactive' }],
    ['a blackout of calls', { blackout: { active: true, until: null, refusesSending: false } }],
    ['a blackout of messages', { blackout: { active: true, until: null, refusesSending: true } }],
  ] as [string, Partial<Channel>][])('names helplines for %s', async (_, changes) => {
    setUp(changes);
    const line = await screen.findByRole('link', { name: 'Samaritans 116 123' });
    expect(line.getAttribute('href')).toBe('tel:116123');
  });

  it('follows a blackout that begins and ends', () => {
    const { change, field } = setUp();
    change({ blackout: { active: true, until: null, refusesSending: true } });
    expect(field().disabled).toBe(true);
    change({});
    expect(field().disabled).toBe(false);
  });

  it('shows readers of announcements a sentence', () => {
    setUp({ kind: 'broadcast', isReadOnly: true });
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByText('Only staff write here. You can read everything.')).toBeTruthy();
  });

  it('offers only text for the assistant', () => {
    setUp({ kind: 'assistant' });
    expect(screen.getByPlaceholderText('Ask the assistant')).toBeTruthy();
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Send',
    ]);
  });
});

const WAITING: PendingMessage = {
  tempId: 'temp-1',
  channelId: 'c',
  text: 'add me on snap',
  link: null,
  attachment: null,
  quote: null,
  createdOn: 0,
  status: 'in-progress',
  failure: null,
};

describe('message that needs a confirmation', () => {
  async function setUpWaiting() {
    const view = setUp();
    act(() => {
      view.hub.outbox.add({ ...WAITING });
      view.hub.outbox.fail('temp-1', 'needs_confirmation', ['contact']);
    });
    await screen.findByRole('group', { name: 'One moment before you send this' });
    return { ...view, card: () => screen.queryByRole('group', { name: 'One moment before you send this' }) };
  }

  it('stands in the field until it is sent anyway', async () => {
    const { user, field, waiting, card, hub } = await setUpWaiting();
    expect(card()).not.toBeNull();
    expect(field().value).toBe('add me on snap');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Change it' }));
    expect(document.activeElement).toBe(field());
    await user.click(screen.getByRole('button', { name: 'Send anyway' }));
    expect(waiting.confirm).toHaveBeenCalledExactlyOnceWith('temp-1');
    act(() => hub.outbox.confirm('temp-1'));
    expect(card()).toBeNull();
    expect(field().value).toBe('');
  });

  it('is sent with another text, and cannot be ended with Escape', async () => {
    const { user, field, waiting, card } = await setUpWaiting();
    const widget = vi.fn();
    document.addEventListener('keydown', widget);
    await user.type(field(), '{Escape}');
    document.removeEventListener('keydown', widget);
    expect(widget).not.toHaveBeenCalled();
    expect(card()).not.toBeNull();
    expect(document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      'your programme team will see it',
    );
    await user.clear(field());
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
    await user.type(field(), 'see you here{Enter}');
    expect(waiting.rewrite).toHaveBeenCalledExactlyOnceWith('temp-1', 'see you here');
    await user.click(screen.getByRole('button', { name: 'Send anyway' }));
    expect(waiting.confirm).not.toHaveBeenCalled();
    expect(waiting.rewrite).toHaveBeenLastCalledWith('temp-1', 'see you here');
    await user.click(screen.getByRole('button', { name: 'Delete this message' }));
    expect(waiting.discard).toHaveBeenCalledExactlyOnceWith('temp-1');
  });

  it('becomes a draft with what was typed when another tab sends it', async () => {
    const { user, field, card, hub } = await setUpWaiting();
    await user.type(field(), '!');
    act(() => hub.outbox.remove('temp-1'));
    expect(card()).toBeNull();
    expect(field().value).toBe('add me on snap!');
  });

  it('stays in the list while the person writes something else', async () => {
    const { user, field, hub } = setUp();
    act(() => hub.outbox.add({ ...WAITING }));
    await user.type(field(), 'see y');
    act(() => hub.outbox.fail('temp-1', 'needs_confirmation', ['contact']));
    await user.type(field(), 'ou');
    expect(field().value).toBe('see you');
    await user.clear(field());
    await user.type(field(), 'later');
    expect(field().value).toBe('later');
    expect(hub.outbox.find('temp-1')?.text).toBe('add me on snap');
  });

  it('keeps what was rewritten as a draft when the composer gets another mode', async () => {
    const { user, field, hub } = await setUpWaiting();
    await user.type(field(), '!');
    act(() => {
      keepRewritten(hub, 'c');
      hub.composerModes.reply('c', fromWire(wire(1)), 'hello');
    });
    expect(field().value).toBe('add me on snap!');
    act(() => hub.composerModes.end('c'));
    expect(field().value).toBe('add me on snap!');
  });
});
