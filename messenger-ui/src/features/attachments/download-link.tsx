import type { MouseEvent, ReactNode } from 'react';
import { toast, useTranslation } from 'ui-kit';
import type { Attachment } from '../../model/message';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';

interface DownloadLinkProps {
  channelId: string;
  attachment: Attachment;
  className?: string | undefined;
  /** Where the content does not say it. */
  label?: string;
  children: ReactNode;
}

/** Leads to the file itself. A link that has grown old is replaced before it is followed. */
export function DownloadLink({ channelId, attachment, className, label, children }: DownloadLinkProps) {
  const { t } = useTranslation('messenger');
  const { links } = useChat().hub;
  const link = useStore(links, () => links.of(attachment));

  const clicked = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (links.isFresh(link)) return;
    event.preventDefault();
    try {
      const { url } = await links.renew(channelId, attachment.id);
      if (url !== null) follow(url, attachment.name);
    } catch {
      void toast(t('files.broken'), 'danger');
    }
  };
  // An address that is none of a file's was left out.
  if (link.url === null) return null;
  return (
    <a
      className={className}
      href={link.url}
      download={attachment.name}
      rel="noopener noreferrer"
      aria-label={label}
      title={label}
      onClick={(event) => void clicked(event)}
    >
      {children}
    </a>
  );
}

function follow(url: string, name: string): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
}
