import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpError } from 'ui-kit';
import { describe, expect, it, vi } from 'vitest';
import '../../i18n';
import type { Channel } from '../../model/channels';
import { MAX_LENGTH } from '../../model/compose';
import { renderChat } from '../../testing/chat';
import { member } from '../../testing/fixtures';
import { aFile, fakeTransfers } from '../../testing/transfers';
import { Composer } from './composer';
import { ComposerSlot } from './composer-slot';

const MEMBERS = [
  member({ userId: 'maya', userFullName: 'Maya Okafor' }),
  member({ userId: 'tom', userFullName: 'Tom Rivera' }),
  member({ userId: 'zoe', userFullName: 'Zoë Ångström' }),
  member({ userId: 'max', userFullName: 'Max Gone', isActive: false }),
];

function setUp(changes: Partial<Channel> = {}) {
  const onSend = vi.fn();
  const files = fakeTransfers();
  const onEdit = vi.fn();
  const onEditLast = vi.fn();
  const rendered = renderChat(
    (channel) => (
      <ComposerSlot channel={channel}>
        <Composer
          channel={channel}
          focusRequests={0}
          onSend={onSend}
          onEdit={onEdit}
          onEditLast={onEditLast}
        />
      </ComposerSlot>
    ),
    { channelMembers: MEMBERS, ...changes },
    { transfer: files.transfer, measure: async () => ({ width: 4, height: 3 }) },
  );
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
  return { ...rendered, files, onSend, onEdit, onEditLast, field, user: userEvent.setup() };
}

describe('Enter', () => {
  it('sends, and Shift+Enter begins a new line', async () => {
    const { user, field, onSend } = setUp();
    await user.type(field(), 'one{Shift>}{Enter}{/Shift}two{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith('one\ntwo', null);
    expect(field().value).toBe('');
  });

  it('belongs to the input method while it composes', async () => {
    const { user, field, onSend } = setUp();
    await user.type(field(), 'にほん');
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    expect(onSend).not.toHaveBeenCalled();
  });

  it('sends nothing that is nothing', async () => {
    const { user, field, onSend } = setUp();
    await user.type(field(), '  {Shift>}{Enter}{/Shift} {Enter}');
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
  });
});

describe('mentions', () => {
  it('tell two people of one name apart, and a finger that only scrolls picks nobody', async () => {
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

  it('keep the person that was chosen when the list changes under one’s hands', async () => {
    const { user, field, onSend, change } = setUp();
    await user.type(field(), '@');
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('Zoë');
    change({ channelMembers: [...MEMBERS, member({ userId: 'abe', userFullName: 'Abe Adams' })] });
    expect(screen.getAllByRole('option')).toHaveLength(3);
    await user.keyboard('{Enter}{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith('@[Zoë Ångström](zoe)', null);
  });

  it('suggest the other active members, with accents folded, and are picked by keys', async () => {
    const { user, field, onSend } = setUp();
    await user.type(field(), 'Hi @');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'TRTom RiveraMentee',
      'ZÅZoë ÅngströmMentee',
    ]);
    await user.type(field(), 'zoe a{Enter}');
    expect(field().value).toBe('Hi @Zoë Ångström ');
    await user.type(field(), 'hello{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith('Hi @[Zoë Ångström](zoe) hello', null);
  });

  it('name the active suggestion to screen readers', async () => {
    const { user, field } = setUp();
    await user.type(field(), '@{ArrowDown}');
    const active = field().getAttribute('aria-activedescendant');
    expect(screen.getByRole('option', { selected: true }).id).toBe(active);
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('Zoë');
  });

  it('close with Escape and leave the text and the window alone', async () => {
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

describe('what was written', () => {
  it('is at once a draft, of this channel alone', async () => {
    const { user, field, hub } = setUp();
    await user.type(field(), 'half a sentence');
    expect(hub.drafts.of('c').text).toBe('half a sentence');
    expect(hub.drafts.of('other').text).toBe('');
  });

  it('is never cut: a text that is too long stays and cannot be sent', () => {
    const { field, onSend } = setUp();
    fireEvent.change(field(), { target: { value: 'x'.repeat(MAX_LENGTH + 3) } });
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(onSend).not.toHaveBeenCalled();
    expect(field().value).toHaveLength(MAX_LENGTH + 3);
    expect(screen.getByText('3 characters too many')).toBeTruthy();
  });

  it('stays visible while a quiet time refuses it', () => {
    const { hub } = setUp({ blackout: { active: true, until: null, refusesSending: true } });
    act(() => hub.drafts.put('c', { text: 'for later', mentions: [] }));
    expect(screen.getByRole('textbox')).toMatchObject({ disabled: true, value: 'for later' });
    expect(screen.getByText(/messages cannot be sent/)).toBeTruthy();
  });
});

describe('a file', () => {
  const TYPES =
    'Please select a valid file. Supported images are: jpeg, jpg, gif, png, webp, heic. Supported documents are: txt, pdf, csv, doc, docx, xls, xlsx, ppt, pptx';
  const choose = (user: ReturnType<typeof userEvent.setup>, file: File) =>
    user.upload(screen.getByLabelText('Choose a file'), file);

  it('goes with the words, or alone, when one has been warned', async () => {
    const { user, field, onSend, files } = setUp();
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
    await choose(user, aFile('Summer internship letter.pdf', 12_000, 'application/pdf'));
    expect(screen.getByRole('region', { name: 'Chosen file' }).textContent).toContain('Summer intern….pdf');
    expect(screen.getByText('Files sent cannot be deleted. Verify before sending')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', false);
    await user.type(field(), 'Mine');
    expect(screen.queryByText('Files sent cannot be deleted. Verify before sending')).toBeNull();
    files.nth(0).arrive();
    await screen.findByText('12 kB');
    await user.type(field(), '{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith(
      'Mine',
      expect.objectContaining({ name: 'Summer internship letter.pdf', type: 'application/pdf' }),
    );
    expect(screen.queryByRole('region', { name: 'Chosen file' })).toBeNull();
  });

  it.each([
    [aFile('virus.exe'), TYPES],
    [aFile('film.pdf', 5_242_881), 'Files with more than 5 MB are not allowed.'],
  ])('that is none of ours is refused in words', async (file, words) => {
    const { user, field, files } = setUp();
    await user.type(field(), 'See this');
    fireEvent.change(screen.getByLabelText('Choose a file'), { target: { files: [file] } });
    expect(screen.getByRole('alert').textContent).toBe(words);
    expect(field().value).toBe('See this');
    expect(files.started).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that the server refuses says why, keeps the words, and can be removed', async () => {
    const { user, field, files, onSend } = setUp();
    await user.type(field(), 'See this');
    await choose(user, aFile());
    files.nth(0).fail(new HttpError({ status: 422, code: 'attachment_broken', message: '' }));
    const chip = within(screen.getByRole('region', { name: 'Chosen file' }));
    expect(await chip.findByText(/damaged/)).toBeTruthy();
    expect(chip.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.queryByText(/Verify before sending/)).toBeNull();
    await user.type(field(), '{Enter}');
    expect(onSend).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Remove mug.png' }));
    expect(field()).toBe(document.activeElement);
    await user.type(field(), '{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith('See this', null);
  });

  it('that is damaged makes room for another one', async () => {
    const { user, field, files } = setUp();
    await choose(user, aFile());
    files.nth(0).fail(new HttpError({ status: 422, code: 'attachment_broken', message: '' }));
    const chip = within(screen.getByRole('region', { name: 'Chosen file' }));
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

  it('that was refused for another reason can be tried again', async () => {
    const { user, files } = setUp();
    await choose(user, aFile());
    files.nth(0).fail(new HttpError({ status: 403, code: 'not_active_member', message: '' }));
    expect(screen.queryByRole('button', { name: 'Choose another file' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(files.started).toHaveLength(2);
  });

  it('can be pasted, but a table from a spreadsheet is its text', async () => {
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

describe('in its place', () => {
  it('stands the reason for those who may not write, with the time it ends', () => {
    setUp({ membership: 'inactive', messageAgainFrom: '2026-12-01T08:00:00Z' });
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByText('Chat & Video Disabled')).toBeTruthy();
    expect(screen.getByText(/You will be able to message again from December 1, 2026/)).toBeTruthy();
  });

  it('stands a plain composer for the assistant: a text and nothing else', () => {
    setUp({ kind: 'assistant' });
    expect(screen.getByPlaceholderText('Ask the assistant')).toBeTruthy();
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Send',
    ]);
  });
});
