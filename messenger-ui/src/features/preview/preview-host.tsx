import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { toast, useTranslation } from 'ui-kit';
import type { Channel } from '../../model/channels';
import type { Conversation } from '../../model/conversation';
import { type PreviewItem, previewItems } from './preview-items';
import type { PreviewOverlay } from './preview-overlay';

const OpenPreview = createContext<(attachmentId: string) => void>(() => {});

/** Opens a file of the conversation around it large. */
export const useOpenPreview = () => useContext(OpenPreview);

interface PreviewHostProps {
  channel: Channel;
  conversation: Conversation;
  children: ReactNode;
}

interface Shown {
  Overlay: typeof PreviewOverlay;
  items: readonly PreviewItem[];
  startId: string;
}

/** Holds the large view of a conversation's files, and fetches it when one is first opened. */
export function PreviewHost({ channel, conversation, children }: PreviewHostProps) {
  const { t } = useTranslation('messenger');
  const [shown, setShown] = useState<Shown | null>(null);
  const open = useCallback(
    async (startId: string) => {
      try {
        const { PreviewOverlay: Overlay } = await import('./preview-overlay');
        setShown({ Overlay, startId, items: previewItems(conversation.getSnapshot().messages) });
      } catch {
        void toast(t('large.failed'), 'danger');
      }
    },
    [conversation, t],
  );
  return (
    <OpenPreview value={open}>
      {children}
      {shown && (
        <shown.Overlay
          channel={channel}
          items={shown.items}
          startId={shown.startId}
          onClose={() => setShown(null)}
        />
      )}
    </OpenPreview>
  );
}
