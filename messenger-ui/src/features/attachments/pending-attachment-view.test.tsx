import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import '../../i18n';
import type { PendingAttachment } from '../../model/pending-message';
import { GIF } from '../../model/uploads';
import { useChat } from '../../shell/chat-context';
import { renderChat } from '../../testing/chat';
import { aFile, fakeTransfers } from '../../testing/transfers';
import { PendingAttachmentView } from './pending-attachment-view';

const URL_ON_SERVER = '/api/v2/chat/river/attachments/mug/';
const mug: PendingAttachment = { uploadId: null, name: 'mug.png', type: 'image/png', url: URL_ON_SERVER };

beforeEach(() => {
  Object.assign(URL, { createObjectURL: vi.fn(() => 'blob:mug'), revokeObjectURL: vi.fn() });
});

it('private file is not requested after a reload', () => {
  renderChat(() => <PendingAttachmentView attachment={mug} />);
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByText('mug.png')).toBeDefined();
});

it('searched GIF is shown from its public address', () => {
  const url = '/api/v2/chat/gifs/media/1/';
  renderChat(() => <PendingAttachmentView attachment={{ ...mug, type: GIF, url }} />);
  expect(screen.getByRole('img').getAttribute('src')).toBe(url);
});

it('preview stays after its upload is released', async () => {
  const transfers = fakeTransfers();
  const measure = () => Promise.resolve({ width: 40, height: 20 });
  const { hub } = renderChat(
    ({ channelId }) => <SelectedFixture channelId={channelId} />,
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

function SelectedFixture({ channelId }: { channelId: string }) {
  const { uploads } = useChat().hub;
  const [uploadId] = useState(() => {
    uploads.choose(channelId, [aFile()]);
    return uploads.chosenIn(channelId)[0]?.id ?? null;
  });
  return <PendingAttachmentView attachment={{ ...mug, uploadId }} />;
}
