import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import '../../i18n';
import type { PendingAttachment } from '../../model/outbox';
import { GIF } from '../../model/uploads';
import { useChat } from '../../shell/chat-context';
import { renderChat } from '../../testing/chat';
import { aFile, fakeTransfers } from '../../testing/transfers';
import { PendingFile } from './pending-file';

const URL_ON_SERVER = '/api/v2/chat/river/attachments/mug/';
const mug: PendingAttachment = { uploadId: null, name: 'mug.png', type: 'image/png', url: URL_ON_SERVER };

beforeEach(() => {
  Object.assign(URL, { createObjectURL: vi.fn(() => 'blob:mug'), revokeObjectURL: vi.fn() });
});

it('asks for no file by an address that needs a link, after a reload', () => {
  renderChat(() => <PendingFile attachment={mug} />);
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByText('mug.png')).toBeDefined();
});

it('shows what the search for GIFs gave where it lies', () => {
  const url = '/api/v2/chat/gifs/media/1/';
  renderChat(() => <PendingFile attachment={{ ...mug, type: GIF, url }} />);
  expect(screen.getByRole('img').getAttribute('src')).toBe(url);
});

it('stays as it is while its upload is let go, which is before its row', async () => {
  const transfers = fakeTransfers();
  const measure = () => Promise.resolve({ width: 40, height: 20 });
  const { hub } = renderChat(
    ({ channelId }) => <Chosen channelId={channelId} />,
    {},
    {
      transfer: transfers.transfer,
      measure,
    },
  );
  expect(screen.getByRole('img').getAttribute('src')).toBe('blob:mug');
  await act(async () => transfers.nth(0).arrive());
  const [upload] = hub.uploads.getSnapshot().byId.values();
  expect(upload?.status).toBe('done');
  act(() => hub.uploads.release(upload?.id ?? ''));
  expect(hub.uploads.getSnapshot().byId.size).toBe(0);
  expect(screen.getByRole('img').getAttribute('src')).toBe('blob:mug');
});

function Chosen({ channelId }: { channelId: string }) {
  const { uploads } = useChat().hub;
  const [uploadId] = useState(() => {
    uploads.choose(channelId, [aFile()]);
    return uploads.chosenIn(channelId)?.id ?? null;
  });
  return <PendingFile attachment={{ ...mug, uploadId }} />;
}
