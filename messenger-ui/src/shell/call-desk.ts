import type { QueryClient } from '@tanstack/react-query';
import { i18n, type Profile, profileQuery, toast } from 'ui-kit';
import { claimByLock } from '../attention/claims';
import { isLookedAt, showNotification } from '../attention/notifications';
import { attentionPreferences } from '../attention/preferences';
import { isPushed } from '../attention/push';
import { ring } from '../attention/ringtone';
import { canPlay } from '../attention/tones';
import { callApi } from '../features/call/call-api';
import { CallDesk, type IncomingCall } from '../model/call/desk';
import { hasVideo } from '../model/call/rules';
import { memberOf } from '../model/channels';
import type { ChatHub } from '../model/hub';
import { channelsQuery } from './channels-query';

/** The desk on the browser's own devices and the hub's connection. */
export function createDesk({ calls: line }: ChatHub, profile: Profile, queries: QueryClient): CallDesk {
  const text = (key: string, values = {}) => i18n.t(key, { ns: 'messenger', ...values });
  return new CallDesk({
    line,
    claim: claimByLock(navigator.locks),
    isFocused: isLookedAt,
    canRing: () => attentionPreferences.getSnapshot().hasSound && canPlay(),
    canTake: () => hasVideo(queries.getQueryData(profileQuery.queryKey) ?? profile),
    lookUp: (room, ringsUntil) => lookUp(room, ringsUntil, profile.id, queries),
    ring,
    // Where this browser is pushed to, its worker tells of calls: one line, with buttons.
    notify: ({ room, fromName }) =>
      isPushed()
        ? () => {}
        : showNotification({
            tag: `call.${room}`,
            title: text('call.incoming.title', { name: fromName }),
            body: text('call.incoming.body'),
            onClick: () => {},
          }),
    answer: (room, accept) => {
      if (!line.send({ command: 'call_answer', room, accept })) {
        callApi.event(room, accept ? 'accepted' : 'declined', null);
      }
    },
    // Calls are a chunk of their own: most pages never see one.
    open: async (target) => (await import('../features/call/begin')).begin(target, line, profile),
    onOpenFailed: () => void toast(text('call.failed.chunk'), 'danger'),
    onNews: ({ room }) => {
      void queries.invalidateQueries({ queryKey: ['call', room] });
      void queries.invalidateQueries({ queryKey: channelsQuery.queryKey });
    },
    now: Date.now,
  });
}

/** A call that rings, as the connection would tell of it. */
async function lookUp(
  room: string,
  ringsUntil: string,
  selfId: string,
  queries: QueryClient,
): Promise<IncomingCall | null> {
  const { channel, startedBy, endedAt, consent, declined } = await callApi.room(room);
  const isSettled = endedAt !== null || consent !== null || declined.includes(selfId);
  if (isSettled || startedBy === null || startedBy === selfId) return null;
  const channels = await queries.ensureQueryData(channelsQuery);
  const place = channels.find(({ channelId }) => channelId === channel);
  const caller = place && memberOf(place, startedBy)?.userFullName;
  return {
    command: 'incoming_call',
    room,
    channel_id: channel,
    from_user_id: startedBy,
    from_name: caller ?? place?.channelName ?? '',
    expires_at: ringsUntil,
  };
}
