import { useInfiniteQuery } from '@tanstack/react-query';
import { MessagesSquare, SearchX } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo } from 'react';
import { announce, EmptyState, ErrorState, LoadingState, useTranslation } from 'ui-kit';
import { searchChannels } from '../../model/search-channels';
import { useChat } from '../../shell/chat-context';
import type { Selection } from '../../shell/selection';
import { SearchField } from './search-field';
import { ChannelHits, MessageHits } from './search-hits';
import styles from './search-panel.module.css';
import { hitsOf, searchQuery } from './search-query';

interface SearchPanelProps {
  selection: Selection;
  /** Each list scrolls by itself where there is little room. */
  isCompact?: boolean;
  onClose: () => void;
}

/** In the place of the list of conversations: people, groups and messages by what they are called and say. */
export default function SearchPanel({ selection, isCompact = false, onClose }: SearchPanelProps) {
  const text = selection.search ?? '';
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <search className={styles.panel} data-compact={isCompact || undefined} onKeyDown={pressed}>
      <SearchField text={text} onSubmit={selection.searchFor} onBack={onClose} />
      <div className={styles.results}>
        {text === '' ? <Invitation /> : <Results key={text} text={text} selection={selection} />}
      </div>
    </search>
  );
}

function Invitation() {
  const { t } = useTranslation('messenger');
  return <EmptyState icon={MessagesSquare} title={t('search.start')} />;
}

function Results({ text, selection }: { text: string; selection: Selection }) {
  const { t } = useTranslation('messenger');
  const { channels, self } = useChat();
  const found = useMemo(() => searchChannels(channels ?? [], text, self.id), [channels, text, self.id]);
  const messages = useInfiniteQuery(searchQuery(text));
  const hits = useMemo(() => hitsOf(messages.data?.pages ?? []), [messages.data]);
  const { isPending, isError } = messages;

  const count = found.length + hits.length;
  useEffect(() => {
    if (!isPending) announce(count === 0 ? t('search.none') : t('search.found', { count }));
  }, [isPending, count, t]);

  if (!isPending && !isError && count === 0) return <EmptyState icon={SearchX} title={t('search.none')} />;
  return (
    <>
      <section className={styles.section}>
        <h3 className={styles.title}>{t('search.people')}</h3>
        {found.length === 0 ? (
          <p className={styles.nothing}>{t('search.noPeople')}</p>
        ) : (
          <ChannelHits channels={found} text={text} selection={selection} />
        )}
      </section>
      <section className={styles.section}>
        <h3 className={styles.title}>{t('search.messages')}</h3>
        {isPending && <LoadingState label={t('search.loading')} />}
        {!isPending && hits.length === 0 && !isError && (
          <p className={styles.nothing}>{t('search.noMessages')}</p>
        )}
        {hits.length > 0 && (
          <MessageHits
            hits={hits}
            text={text}
            selection={selection}
            isLoadingMore={messages.isFetchingNextPage}
            onMore={messages.hasNextPage && !isError ? () => void messages.fetchNextPage() : undefined}
          />
        )}
        {isError && (
          <ErrorState
            error={messages.error}
            onRetry={() =>
              void (messages.isFetchNextPageError ? messages.fetchNextPage() : messages.refetch())
            }
          />
        )}
      </section>
    </>
  );
}
