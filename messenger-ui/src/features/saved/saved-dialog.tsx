import { useInfiniteQuery } from '@tanstack/react-query';
import { Bookmark, BookmarkX } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import { savedQuery } from '../../api/saved';
import { MessageEntriesDialog } from '../../components/message-entries-dialog';
import { useSetSaved } from '../../hooks/use-set-saved';
import { afterOverlay } from '../../shell/overlay-history';
import type { Selection } from '../../shell/selection';

interface SavedDialogProps {
  selection: Selection;
  onClose: () => void;
}

/** The person's saved messages. */
export default function SavedDialog({ selection, onClose }: SavedDialogProps) {
  const { t } = useTranslation('messenger');
  const saved = useInfiniteQuery(savedQuery);
  const setSaved = useSetSaved();
  return (
    <MessageEntriesDialog
      title={t('saved.title')}
      loadingLabel={t('saved.loading')}
      empty={{ icon: Bookmark, title: t('saved.empty'), hint: t('saved.emptyHint') }}
      entries={saved.data?.pages.flatMap((page) => page.messages)}
      error={saved.error}
      onRetry={() => void (saved.isFetchNextPageError ? saved.fetchNextPage() : saved.refetch())}
      onMore={saved.hasNextPage ? () => void saved.fetchNextPage() : undefined}
      isLoadingMore={saved.isFetchingNextPage}
      hasChannels
      onOpen={({ channelId, msgId }) => afterOverlay(() => selection.select(channelId, { messageId: msgId }))}
      removal={{
        label: t('saved.remove'),
        icon: BookmarkX,
        onRemove: ({ channelId, msgId }) => setSaved({ channelId, msgId, isSaved: false }),
      }}
      onClose={onClose}
    />
  );
}
