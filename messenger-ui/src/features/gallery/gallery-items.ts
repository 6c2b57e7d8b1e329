import type { GalleryMessage } from '../../api/gallery';
import { parseMarkup } from '../../model/markup';

/** A link in a message. */
export interface GalleryLink {
  key: string;
  href: string;
  host: string;
  message: GalleryMessage;
}

/** Removes duplicate messages: pages shift when new messages arrive. */
export function uniqueMessages(pages: readonly { messages: readonly GalleryMessage[] }[]): GalleryMessage[] {
  const byId = new Map(
    pages.flatMap(({ messages }) => messages).map((message) => [message.messageId, message]),
  );
  return [...byId.values()];
}

/** Returns the links of messages, each once per message. */
export function linksOf(messages: readonly GalleryMessage[]): GalleryLink[] {
  return messages.flatMap((message) => {
    const links = parseMarkup(message.text).flatMap((part) => (part.kind === 'link' ? [part.href] : []));
    return [...new Set(links)].map((href) => ({
      key: `${message.messageId} ${href}`,
      href,
      host: new URL(href).host,
      message,
    }));
  });
}
