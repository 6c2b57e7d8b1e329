import { kindOf } from '../../model/files';
import type { Attachment } from '../../model/message';
import { DocumentCard } from './document-card';
import { ImageAttachment } from './image-attachment';

/** An attachment of a message: an image, or a card for any other file. */
export function AttachmentView({ channelId, attachment }: { channelId: string; attachment: Attachment }) {
  const isImage = kindOf(attachment.name, attachment.type) === 'image' && isDecodable(attachment);
  return isImage ? (
    <ImageAttachment channelId={channelId} attachment={attachment} />
  ) : (
    <DocumentCard channelId={channelId} attachment={attachment} />
  );
}

/** Most browsers cannot decode HEIC; the server creates a thumbnail where it can. */
const isDecodable = ({ type, thumbnailUrl }: Attachment): boolean =>
  type !== 'image/heic' || thumbnailUrl !== null;
