import type { MouseEvent, ReactNode } from 'react';
import { toast, useTranslation } from 'ui-kit';
import type { Attachment } from '../model/message';
import { useChat } from '../shell/chat-context';
import { useStore } from '../shell/use-store';

interface DownloadLinkProps {
  channelId: string;
  attachment: Attachment;
  className?: string | undefined;
  /** Accessible name, where the content has none. */
  label?: string;
  children: ReactNode;
}

/** Download link of a file. Renews an expired address before the download. */
export function DownloadLink({ channelId, attachment, className, label, children }: DownloadLinkProps) {
  const { t } = useTranslation('messenger');
  const { links } = useChat().hub;
  const link = useStore(links, () => links.of(attachment));

  const handleClick = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (links.isFresh(link)) return;
    event.preventDefault();
    try {
      const { url } = await links.renew(channelId, attachment.id);
      if (url !== null) download(url, attachment.name);
    } catch {
      void toast(t('attachments.loadFailed'), 'danger');
    }
  };
  // The parser drops addresses that cannot belong to a file.
  if (link.url === null) return null;
  return (
    <a
      className={className}
      href={link.url}
      download={attachment.name}
      rel="noopener noreferrer"
      aria-label={label}
      title={label}
      onClick={(event) => void handleClick(event)}
    >
      {children}
    </a>
  );
}

function download(url: string, name: string): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
}
