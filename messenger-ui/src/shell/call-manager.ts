import type { QueryClient } from '@tanstack/react-query';
import { i18n, type Profile, profileQuery, retryLoad, toast } from 'ui-kit';
import { isPageFocused, showNotification } from '../attention/notifications';
import { attentionPreferences } from '../attention/preferences';
import { isPushActive } from '../attention/push';
import { ring } from '../attention/ringtone';
import { webLock } from '../attention/tab-locks';
import { canPlay } from '../attention/tones';
import type { IncomingCallFrame } from '../client/frames.gen';
import { callApi } from '../features/call/call-api';
import { CallManager } from '../model/call/call-manager';
import { hasVideo } from '../model/call/rules';
import { memberOf } from '../model/channels';
import type { ChatClient } from '../model/chat-client';
import { channelsQuery } from './channels-query';

/** Connects a call manager to this browser's devices and the hub. */
export function createCallManager(
  { callSignaling: signaling }: ChatClient,
  profile: Profile,
  queries: QueryClient,
): CallManager {
  const text = (key: string, values = {}) => i18n.t(key, { ns: 'messenger', ...values });
  return new CallManager({
    signaling,
    lock: webLock(navigator.locks),
    isFocused: isPageFocused,
    canRing: () => attentionPreferences.getSnapshot().hasSound && canPlay(),
    canReceiveCalls: () => hasVideo(queries.getQueryData(profileQuery.queryKey) ?? profile),
    fetchIncomingCall: (room, ringsUntil) => lookUp(room, ringsUntil, profile.id, queries),
    ring,
    // With push, the service worker shows the notification with buttons.
    notify: ({ room, fromName }) =>
      isPushActive()
        ? () => {}
        : showNotification({
            tag: `call.${room}`,
            title: text('call.incoming.title', { name: fromName }),
            body: text('call.incoming.body'),
            onClick: () => {},
          }),
    answer: (room, accept) => {
      if (!signaling.send({ command: 'call_answer', room, accept })) {
        callApi.event(room, accept ? 'accepted' : 'declined', null);
      }
    },
    // Calls are a separate chunk: most pages never need it.
    open: async (target) =>
      (await retryLoad(() => import('../features/call/create-call-session'))).createCallSession(
        target,
        signaling,
        profile,
      ),
    onOpenFailed: () => void toast(text('call.failed.load'), 'danger'),
    onCallChanged: ({ room }) => {
      void queries.invalidateQueries({ queryKey: ['call', room] });
      void queries.invalidateQueries({ queryKey: channelsQuery.queryKey });
    },
    now: Date.now,
  });
}

/** Fetches a ringing call in the form of its frame. */
async function lookUp(
  room: string,
  ringsUntil: string,
  selfId: string,
  queries: QueryClient,
): Promise<IncomingCallFrame | null> {
  const { roomId, channel, startedBy, endedAt, consent, declined } = await callApi.room(room);
  const isSettled = endedAt !== null || consent !== null || declined.includes(selfId);
  if (isSettled || startedBy === null || startedBy === selfId) return null;
  const channels = await queries.ensureQueryData(channelsQuery);
  const opened = channels.find(({ channelId }) => channelId === channel);
  const caller = opened && memberOf(opened, startedBy)?.userFullName;
  return {
    command: 'incoming_call',
    call_id: roomId,
    room,
    channel_id: channel,
    from_user_id: startedBy,
    from_name: caller ?? opened?.channelName ?? '',
    expires_at: ringsUntil,
  };
}
