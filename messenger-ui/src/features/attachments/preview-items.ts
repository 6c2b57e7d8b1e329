import { kindOf } from '../../model/files';
import type { Attachment, ChatMessage } from '../../model/message';

/** A file of the preview with its author and time. */
export interface PreviewItem {
  attachment: Attachment;
  userId: string;
  createdOn: number;
}

/** Returns the files of the loaded messages, oldest first. */
export function previewItems(messages: readonly ChatMessage[]): PreviewItem[] {
  return messages.flatMap(({ attachments, userId, createdOn }) =>
    attachments.map((attachment) => ({ attachment, userId, createdOn })),
  );
}

/** Whether the file can be shown as an image: the image itself, or a thumbnail of its first page. */
export function isDrawable({ name, type, thumbnailUrl }: Attachment): boolean {
  return thumbnailUrl !== null || (kindOf(name, type) === 'image' && type !== 'image/heic');
}
