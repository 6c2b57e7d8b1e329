import { Skeleton } from '@mantine/core';
import { MessageCircle } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { EmptyState, useTranslation, VisuallyHidden } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { type Channel, isListed } from '../../model/channels';
import { useChannelList } from '../../shell/chat-context';
import type { Selection } from '../../shell/selection';
import styles from './channel-list.module.css';
import { ChannelRow } from './channel-row';

const SKELETONS = ['a', 'b', 'c', 'd'];

interface ChannelListProps {
  selection: Selection;
  /** What stands in the place of an empty list. */
  emptyContent?: ReactNode;
}

export function ChannelList({ selection, emptyContent }: ChannelListProps) {
  const { t } = useTranslation('messenger');
  const { channels, error, reload } = useChannelList();
  const skeleton = (
    <div className={styles.list} role="status">
      <VisuallyHidden>{t('channelList.loading')}</VisuallyHidden>
      {SKELETONS.map((key) => (
        <div key={key} className={styles.skeleton}>
          <Skeleton circle height={44} />
          <div className={styles.skeletonTexts}>
            <Skeleton height={12} width="45%" radius="sm" />
            <Skeleton height={10} width="80%" radius="sm" />
          </div>
        </div>
      ))}
    </div>
  );
  const empty = emptyContent ?? (
    <EmptyState title={t('channelList.empty')} icon={MessageCircle}>
      {t('channelList.emptyHint')}
    </EmptyState>
  );
  return (
    <QueryState
      query={{ data: channels?.filter(isListed), error, refetch: reload }}
      loading={skeleton}
      empty={empty}
    >
      {(visible) => <VisibleChannels visibleChannels={visible} selection={selection} />}
    </QueryState>
  );
}

interface VisibleChannelsProps {
  visibleChannels: readonly Channel[];
  selection: Selection;
}

function VisibleChannels({ visibleChannels, selection }: VisibleChannelsProps) {
  const { t } = useTranslation('messenger');
  const list = useRef<HTMLUListElement>(null);

  // The list has one tab stop, the open or first channel; arrow keys move within.
  const tabStop =
    visibleChannels.find((channel) => channel.channelId === selection.channelId) ?? visibleChannels[0];
  const handleKeyDown = (event: KeyboardEvent) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const focused = rows.indexOf(document.activeElement as HTMLElement);
    const target = { ArrowDown: focused + 1, ArrowUp: focused - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (focused < 0 || target === undefined) return;
    event.preventDefault();
    rows[Math.max(0, Math.min(rows.length - 1, target))]?.focus();
  };

  return (
    <ul ref={list} className={styles.list} aria-label={t('channelList.label')} onKeyDown={handleKeyDown}>
      {visibleChannels.map((channel) => (
        <li key={channel.channelId}>
          <ChannelRow
            channel={channel}
            isSelected={channel.channelId === selection.channelId}
            isTabStop={channel === tabStop}
            onSelect={() => selection.select(channel.channelId)}
          />
        </li>
      ))}
    </ul>
  );
}
