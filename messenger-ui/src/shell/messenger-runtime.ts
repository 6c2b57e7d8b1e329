import type { QueryClient } from '@tanstack/react-query';
import { HttpError, i18n, loginSession, type Profile, profileQuery, toast } from 'ui-kit';
import { MessageAlerts } from '../attention/alerts';
import { chime } from '../attention/chime';
import { isPageFocused, showNotification } from '../attention/notifications';
import { attentionPreferences } from '../attention/preferences';
import { onWorkerMessage, startPush, stopPush } from '../attention/push';
import { isBeingRead, webLock } from '../attention/tab-locks';
import { canPlay } from '../attention/tones';
import { expandedWidget } from '../features/widget/expanded-widget';
import type { CallManager } from '../model/call/call-manager';
import { withBlackout, withBotName, withChangedMessage, withLastMessage } from '../model/channels';
import { ChatClient, type HubOptions } from '../model/chat-client';
import { isPrivate } from '../model/message';
import { browserStorage } from '../model/storage';
import { unreadMirror } from '../unread-total';
import { fetchAuthors } from './authors';
import { botNames } from './bot-names';
import { createCallManager } from './call-manager';
import { channelsQuery } from './channels-query';
import { createLink, measure, transfer } from './files';
import type { MessengerRuntime } from './messenger-provider';
import { sections } from './sections';
import { openChannel, widgetSelection } from './selection';

/** Connects a person's hub and calls to this browser. `onDisposed` runs when the login session ends. */
export function createMessengerRuntime(
  profile: Profile,
  queries: QueryClient,
  onDisposed: () => void,
): MessengerRuntime {
  // The hub and its alerts refer to each other.
  const hub = createHub(profile, queries, (alert) => void alerts.handle(alert));
  const alerts = createAlerts(hub, queries);
  const callManager = createCallManager(hub, profile, queries);

  const abort = new AbortController();
  watchBrowser(hub, callManager, abort.signal);
  void startPush(queries);

  const unsubscribe = [
    hub.unread.subscribe(() => unreadMirror.publish(hub.unread.getSnapshot())),
    loginSession.onSignOut(dispose),
    // A view that rendered once more while the login session ended must not keep a hub without one.
    loginSession.subscribe(() => {
      if (loginSession.state.status === 'signedOut') void dispose();
    }),
  ];

  async function dispose(): Promise<void> {
    abort.abort();
    for (const end of unsubscribe) end();
    widgetSelection.reset();
    unreadMirror.clear();
    onDisposed();
    callManager.dispose();
    await Promise.allSettled([hub.stop(), stopPush()]);
  }

  return { hub, callManager, dispose };
}

function createHub(
  profile: Profile,
  queries: QueryClient,
  onMessageAlert: HubOptions['onMessageAlert'],
): ChatClient {
  const changeLastMessage = (
    channelId: string,
    msgId: string,
    change: Parameters<typeof withChangedMessage>[3],
  ) =>
    queries.setQueryData(
      channelsQuery.queryKey,
      (channels) => channels && withChangedMessage(channels, channelId, msgId, change),
    );
  return new ChatClient({
    person: { id: profile.id, nickname: profile.displayName },
    storage: browserStorage(),
    createSocket: () => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws/chat/`),
    token: () => loginSession.token(),
    renewToken: () => loginSession.renew(),
    unauthenticated: () => {
      loginSession.renew().catch((error: unknown) => {
        // Only a refusal ends the login session; a network failure does not.
        if (error instanceof HttpError && error.status < 500) void loginSession.expired();
      });
    },
    // The pages ask for agreement when the profile says that it is missing.
    termsRequired: () => void queries.invalidateQueries({ queryKey: profileQuery.queryKey }),
    transfer,
    measure,
    createLink,
    fetchAuthors,
    onBlackoutChanged: (programId, blackout) =>
      queries.setQueryData(
        channelsQuery.queryKey,
        (channels) => channels && withBlackout(channels, programId, blackout),
      ),
    onChannelsStale: () => void queries.invalidateQueries({ queryKey: channelsQuery.queryKey }),
    // Keys of queries begin with their topic.
    onTopicsChanged: (topics) => {
      for (const topic of topics) void queries.invalidateQueries({ queryKey: [topic] });
    },
    onMessageAlert,
    onMessage: (message) => {
      const { channelId, msgId, seq, userId, text, deletedOn } = message;
      const createdOn = new Date(message.createdOn).toISOString();
      const hidden = isPrivate(message);
      const lastMessage = {
        ...{ msgId, seq, userId, createdOn },
        text: hidden ? '' : text,
        isPrivate: hidden,
        isDeleted: deletedOn !== null,
        attachmentName: message.attachments[0]?.name ?? null,
      };
      queries.setQueryData(
        channelsQuery.queryKey,
        (channels) => channels && withLastMessage(channels, channelId, lastMessage),
      );
    },
    onChanged: ({ channelId, msgId, text, deletedOn }) =>
      changeLastMessage(channelId, msgId, { text, isDeleted: deletedOn !== null }),
    onDeleted: (channelId, msgId) => changeLastMessage(channelId, msgId, { text: '', isDeleted: true }),
    onDeletionRefused: (code) => {
      const text = code === 'delete_too_late' ? 'deletion.tooLate' : 'deletion.failed';
      void toast(i18n.t(text, { ns: 'messenger' }), 'danger');
    },
    onReactionRefused: () => void toast(i18n.t('reactions.failed', { ns: 'messenger' }), 'danger'),
  });
}

function createAlerts(hub: ChatClient, queries: QueryClient): MessageAlerts {
  const channelOf = (channelId: string) =>
    queries.getQueryData(channelsQuery.queryKey)?.find((channel) => channel.channelId === channelId);
  return new MessageAlerts({
    lock: webLock(navigator.locks),
    isFocused: isPageFocused,
    isOpen: (channelId) => hub.isShown(channelId),
    isBeingRead: (channelId) => isBeingRead(navigator.locks, channelId),
    isMuted: (channelId) => channelOf(channelId)?.isMuted ?? false,
    isUnread: (channelId) => (hub.unread.getSnapshot().byChannel.get(channelId)?.count ?? 0) > 0,
    canChime: () => attentionPreferences.getSnapshot().hasSound && canPlay(),
    chime,
    notify: ({ channelId, isTagged }) => {
      attentionPreferences.offer();
      const t = i18n.getFixedT(null, 'messenger');
      const channel = channelOf(channelId);
      showNotification({
        tag: channelId,
        title: channel ? withBotName(channel, botNames(t)).channelName : 'Mentor Hub',
        body: t(isTagged ? 'notifications.mention' : 'notifications.newMessage'),
        onClick: () => showChannel(channelId),
      });
    },
  });
}

/** Follows the network, the visibility of the page, other tabs and the service worker. */
function watchBrowser(hub: ChatClient, callManager: CallManager, signal: AbortSignal): void {
  const wake = () => {
    if (document.visibilityState === 'visible') hub.socket.wake();
  };
  window.addEventListener('online', () => hub.socket.wake(), { signal });
  window.addEventListener('offline', () => hub.socket.networkLost(), { signal });
  window.addEventListener('pagehide', () => callManager.close(), { signal });
  window.addEventListener('pageshow', wake, { signal });
  document.addEventListener('visibilitychange', wake, { signal });
  window.addEventListener(
    'storage',
    ({ key, newValue }) => {
      if (key !== null && newValue === null) hub.outbox.removedElsewhere(key);
    },
    { signal },
  );
  const openCall = (room: string) => {
    sections.show('video');
    // Before the section is drawn: a page that leads to it must know that there is a call.
    callManager.openFromNotification(room);
  };
  onWorkerMessage(
    { channel: showChannel, call: openCall, ring: (room, until) => callManager.receivePush(room, until) },
    signal,
  );
}

function showChannel(channelId: string): void {
  expandedWidget.expand(true);
  openChannel(channelId);
}
