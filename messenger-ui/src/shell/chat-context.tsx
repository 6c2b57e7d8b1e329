import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { hasConversations, type Profile, useLoginSession, useProfile, useTranslation } from 'ui-kit';
import type { CallManager } from '../model/call/call-manager';
import { type Channel, withBotName } from '../model/channels';
import type { ChatClient } from '../model/chat-client';
import { botNames } from './bot-names';
import { channelsQuery } from './channels-query';
import { useRuntimeHolder } from './messenger-provider';
import { createMessengerRuntime } from './messenger-runtime';
import { useEnds } from './use-ends';

/** The stores of the messenger. Separate from the channels, so that a message does not render every consumer again. */
export interface Chat {
  hub: ChatClient;
  callManager: CallManager;
  self: { id: string; name: string };
}

export interface ChannelList {
  /** Undefined while the list is loading. */
  channels: readonly Channel[] | undefined;
  /** The reason why the list could not be loaded. */
  error: unknown;
  reload: () => void;
}

export const ChatContext = createContext<Chat | null>(null);
export const ChannelListContext = createContext<ChannelList | null>(null);

/**
 * Provides the hub. Renders nothing before people agreed to the terms, or without conversations; the connection opens then, too, so that
 * pages learn of changes.
 */
export function ChatProvider({ children }: { children: ReactNode }) {
  const { status } = useLoginSession();
  const { data: profile } = useProfile();
  if (status !== 'signedIn' || !profile?.hasAgreedTerms) return null;
  return hasConversations(profile) ? (
    <Connected profile={profile}>{children}</Connected>
  ) : (
    <LiveUpdates profile={profile} />
  );
}

function useRuntime(profile: Profile) {
  const queries = useQueryClient();
  return useRuntimeHolder().get(profile.id, (onDisposed) =>
    createMessengerRuntime(profile, queries, onDisposed),
  );
}

function LiveUpdates({ profile }: { profile: Profile }) {
  const { hub } = useRuntime(profile);
  useEffect(() => hub.setChannels([]), [hub]);
  return null;
}

function Connected({ profile, children }: { profile: Profile; children: ReactNode }) {
  const { t } = useTranslation('messenger');
  const { hub, callManager } = useRuntime(profile);
  const { data: channels, error, refetch } = useQuery(channelsQuery);

  useEnds(channels);

  useEffect(() => {
    if (channels) hub.setChannels(channels);
  }, [hub, channels]);

  // The names of bots in the language of the page.
  const named = useMemo(() => {
    const names = botNames(t);
    return channels?.map((channel) => withBotName(channel, names));
  }, [channels, t]);
  const { id, fullName } = profile;
  const chat = useMemo(
    () => ({ hub, callManager, self: { id, name: fullName } }),
    [hub, callManager, id, fullName],
  );
  const list = useMemo(
    () => ({ channels: named, error: channels ? null : error, reload: () => void refetch() }),
    [channels, named, error, refetch],
  );
  return (
    <ChatContext value={chat}>
      <ChannelListContext value={list}>{children}</ChannelListContext>
    </ChatContext>
  );
}

export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error('useChat needs a ChatProvider around it.');
  return chat;
}

export function useChannelList(): ChannelList {
  const list = useContext(ChannelListContext);
  if (!list) throw new Error('useChannelList needs a ChatProvider around it.');
  return list;
}
