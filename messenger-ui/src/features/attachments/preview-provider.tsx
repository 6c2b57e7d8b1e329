import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { retryLoad, toast, useTranslation } from 'ui-kit';
import type { ChannelStore } from '../../model/channel-store';
import type { Channel } from '../../model/channels';
import { type PreviewItem, previewItems } from './preview-items';
import type { PreviewOverlay } from './preview-overlay';

const OpenPreview = createContext<(attachmentId: string) => void>(() => {});

/** Returns a function that opens the preview of an attachment. */
export const useOpenPreview = () => useContext(OpenPreview);

interface PreviewProviderProps {
  channel: Channel;
  channelStore: ChannelStore;
  children: ReactNode;
}

interface Shown {
  Overlay: typeof PreviewOverlay;
  items: readonly PreviewItem[];
  startId: string;
}

/** Provides the preview of a channel's files and loads its code on first use. */
export function PreviewProvider({ channel, channelStore, children }: PreviewProviderProps) {
  const { t } = useTranslation('messenger');
  const [shown, setShown] = useState<Shown | null>(null);
  const open = useCallback(
    async (startId: string) => {
      try {
        const { PreviewOverlay: Overlay } = await retryLoad(() => import('./preview-overlay'));
        setShown({ Overlay, startId, items: previewItems(channelStore.getSnapshot().messages) });
      } catch {
        void toast(t('filePreview.failed'), 'danger');
      }
    },
    [channelStore, t],
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
