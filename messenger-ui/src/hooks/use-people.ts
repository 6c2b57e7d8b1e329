import { useMemo } from 'react';
import { useTranslation } from 'ui-kit';
import type { Author } from '../model/authors';
import type { Channel } from '../model/channels';
import { useChat } from '../shell/chat-context';
import { useStore } from '../shell/use-store';
import { useReusedEntries } from './use-reused-entries';

export interface Person {
  userId: string;
  name: string;
  picture: string | null;
}

export type GetPerson = (userId: string) => Person;

const isSamePerson = (a: Person, b: Person): boolean => a.name === b.name && a.picture === b.picture;

const NO_AUTHORS: ReadonlyMap<string, Author> = new Map();

/**
 * Returns a lookup of message authors. The channel list does not name all of them: others are looked up on the server.
 * The lookup and its results keep their identity until a name or a picture changes.
 */
export function usePeople({ channelId, channelMembers }: Channel): GetPerson {
  const { t } = useTranslation('messenger');
  const { hub } = useChat();
  const authors = useStore(hub.authors, (all) => all.get(channelId) ?? NO_AUTHORS);
  const current = useMemo(
    () =>
      new Map(
        channelMembers.map(({ userId, userFullName, displayPicture }) => [
          userId,
          { userId, name: userFullName, picture: displayPicture },
        ]),
      ),
    [channelMembers],
  );
  const members = useReusedEntries<string, Person>(current, isSamePerson);
  return useMemo(() => {
    const others = new Map<string, Person>();
    const nameOf = ({ role, isMember, userFullName }: Author) => {
      if (role === 'Staff') return t('staff');
      return isMember ? userFullName : t('author.former', { name: userFullName });
    };
    return (userId) => {
      const known = members.get(userId) ?? others.get(userId);
      if (known) return known;
      const author = authors.get(userId);
      if (!author) hub.authors.request(channelId, userId);
      const name = author ? nameOf(author) : t('author.unknown');
      const person = { userId, name, picture: author?.displayPicture ?? null };
      others.set(userId, person);
      return person;
    };
  }, [members, authors, hub, channelId, t]);
}
