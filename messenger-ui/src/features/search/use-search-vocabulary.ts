import { useMemo } from 'react';
import { formatDay, useTranslation } from 'ui-kit';
import type { Channel } from '../../model/channels';
import { searchableChannels } from '../../model/search-channels';
import type { NamedValue, SearchVocabulary } from '../../model/search-input';
import { useChannelList, useChat } from '../../shell/chat-context';

export interface VisiblePerson extends NamedValue {
  picture: string | null;
}

/** The vocabulary of the page's language, with pictures for its people and channels. */
export interface VisibleVocabulary extends SearchVocabulary {
  people: readonly VisiblePerson[];
  channelsById: ReadonlyMap<string, Channel>;
  /** Whether the people and channels are loaded. */
  isComplete: boolean;
}

/** Days that are offered: today, yesterday, a week and a month ago. */
const DAYS_AGO = [0, 1, 7, 30] as const;

/** Returns the people, channels, days and words that filters can name. */
export function useSearchVocabulary(): VisibleVocabulary {
  const { t, i18n } = useTranslation('messenger');
  const { self } = useChat();
  const { channels } = useChannelList();
  const { language } = i18n;
  return useMemo(() => {
    const visible = searchableChannels(channels ?? [], self.id);
    const words = (translated: string, ...english: string[]) => [
      ...translated.split(',').map((word) => word.trim()),
      ...english,
    ];
    return {
      kinds: {
        from: words(t('search.words.from'), 'from'),
        in: words(t('search.words.in'), 'in'),
        has: words(t('search.words.has'), 'has'),
        before: words(t('search.words.before'), 'before'),
        after: words(t('search.words.after'), 'after'),
      },
      has: {
        file: words(t('search.words.file'), 'file'),
        image: words(t('search.words.image'), 'image', 'picture'),
        link: words(t('search.words.link'), 'link'),
      },
      people: peopleIn(visible, self.id),
      channels: visible.map(({ channelId, channelName }) => ({ value: channelId, name: channelName })),
      isComplete: channels !== undefined,
      channelsById: new Map(visible.map((channel) => [channel.channelId, channel])),
      days: DAYS_AGO.map((ago) => {
        const date = new Date();
        date.setDate(date.getDate() - ago);
        return { value: localDay(date), name: formatDay(date, language) };
      }),
    };
  }, [channels, self.id, t, language]);
}

/** Returns all people once, in the order of the channels; the own entry is last. */
function peopleIn(channels: readonly Channel[], selfId: string): VisiblePerson[] {
  const people = new Map<string, VisiblePerson>();
  for (const { userId, userFullName, displayPicture } of channels.flatMap(
    ({ channelMembers }) => channelMembers,
  )) {
    if (!people.has(userId))
      people.set(userId, { value: userId, name: userFullName, picture: displayPicture });
  }
  return [...people.values()].sort((a, b) => Number(a.value === selfId) - Number(b.value === selfId));
}

const localDay = (date: Date): string =>
  [
    date.getFullYear(),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-');
