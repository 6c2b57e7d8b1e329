import { useCallback, useMemo } from 'react';
import { useTranslation } from 'ui-kit';
import type { Channel } from '../../model/channels';

export interface Person {
  userId: string;
  name: string;
  picture: string | null;
}

/** Who wrote a message. An author who is not among the members is staff. */
export function usePeople(channel: Channel): (userId: string) => Person {
  const { t } = useTranslation('messenger');
  const members = useMemo(
    () => new Map(channel.channelMembers.map((member) => [member.userId, member])),
    [channel],
  );
  return useCallback(
    (userId) => {
      const member = members.get(userId);
      return { userId, name: member?.userFullName ?? t('staff'), picture: member?.displayPicture ?? null };
    },
    [members, t],
  );
}
