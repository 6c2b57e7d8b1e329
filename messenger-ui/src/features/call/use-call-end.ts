import { useTranslation } from 'ui-kit';
import type { CallSession } from '../../model/call/call-session';
import { memberOf } from '../../model/channels';
import { useChannelList } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';

interface CallEnd {
  title: string;
  text: string;
  /** The label of the button that begins again; null if that is not possible. */
  again: string | null;
}

/** Returns why a call ended, as a title and a sentence, and how it can begin again. */
export function useCallEnd(session: CallSession): CallEnd {
  const { t } = useTranslation('messenger');
  const { channels } = useChannelList();
  const { end, leftBy, room, liveSince, isLiveAgain } = useStore(session, (state) => state);
  const channel = channels?.find(({ channelId }) => channelId === room?.channel);
  const name = channel?.channelName ?? '';
  return { title: title(), text: isLiveAgain ? t('call.ended.again') : text(), again: again() };

  function again(): string | null {
    if (session.isUnanswered) return t('call.ended.callAgain');
    if (!session.canRejoin) return null;
    if (end === 'moved') return t('call.ended.continueHere');
    return liveSince === null ? t('call.join') : t('call.ended.rejoin');
  }

  function title(): string {
    if (end === 'noAnswer') return t('call.ended.noAnswer');
    if (end === 'declined') return t('call.declinedBy', { names: name });
    const leaver = channel && leftBy !== null ? memberOf(channel, leftBy)?.userFullName : undefined;
    const who = leaver ?? name;
    return end === 'otherLeft' && who !== '' ? t('call.left', { name: who }) : t('call.ended.title');
  }

  function text(): string {
    switch (end) {
      case 'noAnswer':
      case 'declined':
        return t('call.ended.noAnswerHint', { name });
      case 'moved':
        return t('call.ended.moved');
      case 'over':
        return t('call.ended.over');
      case 'barred':
        return t('call.failed.notActive');
      default:
        return t('call.ended.hint');
    }
  }
}
