import { kindOf } from '../../model/files';
import type { Attachment, ChatMessage } from '../../model/message';

/** One file in the large view, with what is said of it there. */
export interface PreviewItem {
  attachment: Attachment;
  userId: string;
  createdOn: number;
}

/** Every file of the loaded messages that can be looked at, oldest first. */
export function previewItems(messages: readonly ChatMessage[]): PreviewItem[] {
  return messages.flatMap(({ attachments, userId, createdOn }) =>
    attachments.map((attachment) => ({ attachment, userId, createdOn })),
  );
}

/** Whether there is a picture of it: its own, or that of its first page. */
export function isDrawable({ name, type, thumbnailUrl }: Attachment): boolean {
  return thumbnailUrl !== null || (kindOf(name, type) === 'image' && type !== 'image/heic');
}
