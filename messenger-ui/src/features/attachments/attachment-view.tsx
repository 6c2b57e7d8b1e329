import { kindOf } from '../../model/files';
import type { Attachment } from '../../model/message';
import { DocumentCard } from './document-card';
import { Picture } from './picture';

/** What came with a message: a picture as such, anything else as a card. */
export function AttachmentView({ channelId, attachment }: { channelId: string; attachment: Attachment }) {
  const isPicture = kindOf(attachment.name, attachment.type) === 'image' && canBeDrawn(attachment);
  return isPicture ? (
    <Picture channelId={channelId} attachment={attachment} />
  ) : (
    <DocumentCard channelId={channelId} attachment={attachment} />
  );
}

/** Hardly a browser draws HEIC; the server makes a picture of it where it can. */
const canBeDrawn = ({ type, thumbnailUrl }: Attachment): boolean =>
  type !== 'image/heic' || thumbnailUrl !== null;
