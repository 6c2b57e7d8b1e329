import type { Outbox, PendingMessage } from './outbox';
import type { Uploads } from './uploads';

/**
 * Keeps messages and their files together: a message is offered to the server once its file is there, fails when the
 * file is refused, and takes the file along when it is tried again or given up.
 */
export function connectFiles(
  uploads: Uploads,
  outbox: Outbox,
  attached: (message: PendingMessage, url: string) => void,
): void {
  const waiting = () =>
    outbox
      .getSnapshot()
      .filter(({ status, attachment }) => status === 'in-progress' && attachment?.url === null);
  const uploadOf = ({ attachment }: PendingMessage) => uploads.find(attachment?.uploadId ?? '');

  uploads.subscribe(() => {
    for (const message of waiting()) {
      const upload = uploadOf(message);
      if (upload?.uploaded) attached(message, upload.uploaded.url);
      else if (upload?.status === 'refused') outbox.fail(message.tempId, upload.failure ?? 'other');
    }
  });

  outbox.subscribe(() => {
    for (const message of waiting()) {
      const status = uploadOf(message)?.status;
      if (status === undefined) outbox.fail(message.tempId, 'attachment_lost');
      // Ended before this message asked for it: the file is wanted anew.
      else if (status === 'refused' || status === 'done') uploads.retry(message.attachment?.uploadId ?? '');
    }
    const needed = new Set(outbox.getSnapshot().map(({ attachment }) => attachment?.uploadId));
    const { byId, chosen } = uploads.getSnapshot();
    for (const id of chosen.values()) needed.add(id);
    for (const id of byId.keys()) if (!needed.has(id)) uploads.release(id);
  });
}
