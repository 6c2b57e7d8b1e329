import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { announce, useTranslation } from 'ui-kit';
import { helplinesQuery } from '../../api/helplines';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';

/** Returns the message of a channel below which the helplines are shown, and announces them. */
export function useCrisisMessage(channelId: string): string | undefined {
  const { t } = useTranslation('messenger');
  const { hub } = useChat();
  const msgId = useStore(hub.crises, (crises) => crises.get(channelId));
  const isShown = msgId !== undefined;
  const { data: helplines, isFetched } = useQuery({ ...helplinesQuery, enabled: isShown });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message is announced again
  useEffect(() => {
    if (!isShown || !isFetched) return;
    const lines = helplines?.map(({ name, phone }) => `${name}: ${phone}`) ?? [];
    announce([t('crisis.title'), t('crisis.helplines'), ...lines, t('crisis.team')].join(' '));
  }, [msgId, isShown, isFetched, helplines, t]);
  return msgId;
}
