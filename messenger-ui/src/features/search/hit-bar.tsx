import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useMemo } from 'react';
import { IconButton, useTranslation } from 'ui-kit';
import type { Selection } from '../../shell/selection';
import styles from './hit-bar.module.css';
import { hitsOf, searchQuery } from './search-query';

/** From one message that was found to the next, above the conversation that it stands in. */
export function HitBar({ selection }: { selection: Selection }) {
  const { jump } = selection;
  const messageId = jump && 'messageId' in jump ? jump.messageId : null;
  const text = selection.search ?? '';
  return text === '' || messageId === null ? null : (
    <Bar text={text} messageId={messageId} selection={selection} />
  );
}

function Bar({ text, messageId, selection }: { text: string; messageId: string; selection: Selection }) {
  const { t } = useTranslation('messenger');
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(searchQuery(text));
  const hits = useMemo(() => hitsOf(data?.pages ?? []), [data]);
  const place = hits.findIndex((hit) => hit.messageId === messageId);
  if (place < 0) return null;

  const open = (hit: (typeof hits)[number] | undefined) => {
    if (hit) selection.select(hit.channelId, { messageId: hit.messageId });
  };
  const older = async () => {
    if (place + 1 < hits.length) return open(hits[place + 1]);
    const next = await fetchNextPage();
    open(hitsOf(next.data?.pages ?? [])[place + 1]);
  };
  const count = hasNextPage ? `${hits.length}+` : String(hits.length);
  return (
    <div className={styles.bar}>
      <p className={styles.place}>{t('search.place', { place: place + 1, total: count, text })}</p>
      <IconButton
        label={t('search.older')}
        size={32}
        disabled={(place + 1 >= hits.length && !hasNextPage) || isFetchingNextPage}
        onClick={() => void older()}
      >
        <ChevronUp aria-hidden size={18} />
      </IconButton>
      <IconButton
        label={t('search.newer')}
        size={32}
        disabled={place === 0}
        onClick={() => open(hits[place - 1])}
      >
        <ChevronDown aria-hidden size={18} />
      </IconButton>
      <IconButton label={t('search.end')} size={32} onClick={() => selection.searchFor(null)}>
        <X aria-hidden size={16} />
      </IconButton>
    </div>
  );
}
