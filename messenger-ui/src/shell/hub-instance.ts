import type { QueryClient } from '@tanstack/react-query';
import { HttpError, i18n, type Profile, session, toast } from 'ui-kit';
import { Alerts, type News } from '../attention/alerts';
import { chime } from '../attention/chime';
import { claimByLock, isBeingRead } from '../attention/claims';
import { isLookedAt, showNotification } from '../attention/notifications';
import { attentionPreferences } from '../attention/preferences';
import { hearWorker, startPush, stopPush } from '../attention/push';
import { canPlay } from '../attention/tones';
import { expandedWidget } from '../features/widget/remembered';
import type { CallDesk } from '../model/call/desk';
import { withChangedMessage, withLastMessage } from '../model/channels';
import { ChatHub } from '../model/hub';
import { browserStorage } from '../model/storage';
import { unreadMirror } from '../unread-total';
import { createDesk } from './call-desk';
import { channelsQuery } from './channels-query';
import { measure, mint, transfer } from './files';
import { sections } from './sections';
import { docked, openChannel } from './selection';

let current: { hub: ChatHub; desk: CallDesk; dispose: () => Promise<void> } | null = null;

/**
 * The hub of the signed-in person: one per page, whichever messengers come and go, because each would be a connection
 * more. It ends with the session.
 */
export function hubFor(profile: Profile, queries: QueryClient): { hub: ChatHub; desk: CallDesk } {
  if (current?.hub.personId === profile.id) return current;
  void current?.dispose();
  current = create(profile, queries);
  return current;
}

function create(profile: Profile, queries: QueryClient) {
  const hub = new ChatHub({
    person: { id: profile.id, nickname: profile.displayName },
    storage: browserStorage(),
    createSocket: () => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws/chat/`),
    token: () => session.token(),
    renewToken: () => session.renew(),
    unauthenticated: () => {
      session.renew().catch((error: unknown) => {
        // Only a refusal ends the session; a network that fails does not.
        if (error instanceof HttpError && error.status < 500) void session.expired();
      });
    },
    transfer,
    measure,
    mint,
    onStale: () => void queries.invalidateQueries({ queryKey: channelsQuery.queryKey }),
    onNews: (news) => void alerts.news(news),
    onMessage: ({ channelId, msgId, seq, userId, text, createdOn }) => {
      const lastMessage = { msgId, seq, userId, text, createdOn: new Date(createdOn).toISOString() };
      queries.setQueryData(
        channelsQuery.queryKey,
        (channels) => channels && withLastMessage(channels, channelId, lastMessage),
      );
    },
    onChanged: ({ channelId, msgId, text }) =>
      queries.setQueryData(
        channelsQuery.queryKey,
        (channels) => channels && withChangedMessage(channels, channelId, msgId, text),
      ),
    onReactionRefused: () => void toast(i18n.t('reactions.failed', { ns: 'messenger' }), 'danger'),
  });

  const show = (channelId: string) => {
    expandedWidget.expand(true);
    openChannel(channelId);
  };
  const notify = ({ channelId, isTagged }: News) => {
    attentionPreferences.invite();
    const channels = queries.getQueryData(channelsQuery.queryKey);
    showNotification({
      tag: channelId,
      title: channels?.find((channel) => channel.channelId === channelId)?.channelName ?? 'Mentor Hub',
      body: i18n.t(isTagged ? 'attention.tagged' : 'attention.message', { ns: 'messenger' }),
      onClick: () => show(channelId),
    });
  };
  const alerts = new Alerts({
    claim: claimByLock(navigator.locks),
    isFocused: isLookedAt,
    isOpen: (channelId) => hub.isShown(channelId),
    isBeingRead: (channelId) => isBeingRead(navigator.locks, channelId),
    isMuted: (channelId) =>
      queries.getQueryData(channelsQuery.queryKey)?.find((channel) => channel.channelId === channelId)
        ?.isMuted ?? false,
    isUnread: (channelId) => (hub.unread.getSnapshot().byChannel.get(channelId)?.count ?? 0) > 0,
    canChime: () => attentionPreferences.getSnapshot().hasSound && canPlay(),
    chime,
    notify,
  });

  const desk = createDesk(hub, profile, queries);

  const abort = new AbortController();
  const { signal } = abort;
  const wake = () => {
    if (document.visibilityState === 'visible') hub.socket.wake();
  };
  window.addEventListener('online', () => hub.socket.wake(), { signal });
  window.addEventListener('pagehide', () => desk.close(), { signal });
  window.addEventListener('pageshow', wake, { signal });
  document.addEventListener('visibilitychange', wake, { signal });
  window.addEventListener(
    'storage',
    ({ key, newValue }) => {
      if (key !== null && newValue === null) hub.outbox.removedElsewhere(key);
    },
    { signal },
  );

  const take = (room: string) => {
    sections.show('video');
    // At once, and not when the section comes: a page that leads to it must know that there is a call.
    desk.take(room);
  };
  hearWorker({ channel: show, call: take, ring: (room, until) => desk.pushed(room, until) }, signal);
  void startPush(queries);

  const publish = () => unreadMirror.publish(hub.unread.getSnapshot());
  const unsubscribe = [
    hub.unread.subscribe(publish),
    session.onSignOut(dispose),
    // A view that rendered once more while the session ended must not keep a hub without one.
    session.subscribe(() => {
      if (session.state.status === 'signedOut') void dispose();
    }),
  ];

  async function dispose(): Promise<void> {
    abort.abort();
    for (const end of unsubscribe) end();
    docked.reset();
    unreadMirror.clear();
    if (current?.hub === hub) current = null;
    desk.dispose();
    await Promise.allSettled([hub.stop(), stopPush()]);
  }

  return { hub, desk, dispose };
}
