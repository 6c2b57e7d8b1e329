import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n';
import { loginSession } from 'ui-kit';
import { fromWire } from '../../model/message';
import { renderChat } from '../../testing/chat';
import { type Calls, fakeApi } from '../../testing/fake-api';
import { wire } from '../../testing/fixtures';
import GalleryDialog from './gallery-dialog';

const SEARCH = 'POST /api/v2/chat/search-chat-message/';

interface Request {
  has: string[];
  in_channel_ids: string[];
  page_number: number;
}

const found = (seq: number, text: string, attachments: { name: string; mediaType: string }[] = []) => ({
  messageId: `m${seq}`,
  channelId: 'c',
  seq,
  text,
  attachments,
  createdOn: '2026-11-20T10:00:00Z',
  user: { userId: 'tom', firstName: 'Tom', lastName: 'Rivera', userEmailId: 'tom@people.invalid' },
});

const answer = (messages: unknown[], hasNextPage = false) => ({
  status: 200,
  body: { messages, hasNextPage },
});

/** Answers by the tab. */
const byTab = (tabs: Record<string, ReturnType<typeof answer>>): Calls => ({
  [SEARCH]: (body) => tabs[(body as Request).has[0] ?? ''] ?? answer([]),
});

const onJump = vi.fn();
const onClose = vi.fn();

const open = () =>
  renderChat(({ channelId }) => <GalleryDialog channelId={channelId} onJump={onJump} onClose={onClose} />);

beforeAll(async () => {
  fakeApi({});
  await loginSession.start();
  // The test DOM has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = () => {};
});
beforeEach(() => {
  // Everything is in view.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly callback: (entries: { isIntersecting: boolean }[]) => void;
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        this.callback = callback;
      }
      observe() {
        this.callback([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
  onJump.mockClear();
  onClose.mockClear();
});

it('picture opens its message and closes the gallery', async () => {
  const api = fakeApi(
    byTab({ image: answer([found(7, '', [{ name: 'mug.png', mediaType: 'image/png' }])]) }),
  );
  open();
  fireEvent.click(await screen.findByRole('button', { name: /^Picture from Tom Rivera, / }));
  expect(onJump).toHaveBeenCalledWith('m7');
  expect(onClose).toHaveBeenCalled();
  expect(api.bodies(SEARCH)).toEqual([
    { search_text: '', in_channel_ids: ['c'], has: ['image'], page_number: 1 },
  ]);
});

it('arrow keys choose the next tab', async () => {
  fakeApi(byTab({ link: answer([found(3, 'Read https://example.org/a and https://example.org/a')]) }));
  open();
  const pictures = screen.getByRole('tab', { name: 'Pictures' });
  fireEvent.keyDown(pictures, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Files', selected: true }));
  fireEvent.keyDown(screen.getByRole('tab', { name: 'Files' }), { key: 'End' });
  const link = await screen.findByRole('link', { name: /example\.org/ });
  expect(link.getAttribute('href')).toBe('https://example.org/a');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  fireEvent.click(screen.getByRole('button', { name: 'Show in conversation: example.org' }));
  expect(onJump).toHaveBeenCalledWith('m3');
});

it('file in view gets its size and a download', async () => {
  fakeApi(byTab({ file: answer([found(9, '', [{ name: 'plan.pdf', mediaType: 'application/pdf' }])]) }));
  const { hub } = open();
  const file = { id: 'f', attachment_name: 'plan.pdf', type: 'application/pdf', size: 9_000 };
  const attachments = JSON.stringify([{ ...file, presigned_url: '/files/f/' }]);
  const lookUp = vi.spyOn(hub.channelStore('c'), 'lookUp');
  lookUp.mockResolvedValue([fromWire(wire(9, { attachments }))]);
  fireEvent.click(screen.getByRole('tab', { name: 'Files' }));
  const download = await screen.findByRole('link', { name: 'Download plan.pdf' });
  expect(download.getAttribute('href')).toBe('/files/f/');
  expect(screen.getByRole('button', { name: /9 kB.*Tom Rivera/ })).toBeDefined();
  expect(lookUp).toHaveBeenCalledExactlyOnceWith('m9');
});

it('further pages follow on request', async () => {
  fakeApi({
    [SEARCH]: (body) => {
      const { page_number } = body as Request;
      return answer(
        [found(10 - page_number, '', [{ name: 'a.png', mediaType: 'image/png' }])],
        page_number < 2,
      );
    },
  });
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await vi.waitFor(() => expect(screen.getAllByRole('button', { name: /^Picture from/ })).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('each empty tab says so', async () => {
  fakeApi(byTab({}));
  open();
  expect(await screen.findByText('No pictures yet')).toBeDefined();
  fireEvent.click(screen.getByRole('tab', { name: 'Files' }));
  expect(await screen.findByText('No files yet')).toBeDefined();
  fireEvent.click(screen.getByRole('tab', { name: 'Links' }));
  expect(await screen.findByText('No links yet')).toBeDefined();
});

it('failed load can be repeated', async () => {
  fakeApi({ [SEARCH]: 'no network' });
  open();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  fakeApi(byTab({}));
  fireEvent.click(retry);
  expect(await screen.findByText('No pictures yet')).toBeDefined();
});
