import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { canChat, type Profile, useProfile, useSession, useTranslation } from 'ui-kit';
import type { CallDesk } from '../model/call/desk';
import { type Channel, withAssistantName } from '../model/channels';
import type { ChatHub } from '../model/hub';
import { channelsQuery } from './channels-query';
import { hubFor } from './hub-instance';

export interface Chat {
  hub: ChatHub;
  desk: CallDesk;
  self: { id: string; name: string };
  /** Undefined until the list has come. */
  channels: readonly Channel[] | undefined;
  /** What kept the list from coming. */
  error: unknown;
  reload: () => void;
}

export const ChatContext = createContext<Chat | null>(null);

/** Gives the messenger its hub; renders nothing for those who have no chat, or have not agreed to the terms yet. */
export function ChatProvider({ children }: { children: ReactNode }) {
  const { status } = useSession();
  const { data: profile } = useProfile();
  return status === 'signedIn' && profile?.hasAgreedTerms && canChat(profile) ? (
    <Connected profile={profile}>{children}</Connected>
  ) : null;
}

function Connected({ profile, children }: { profile: Profile; children: ReactNode }) {
  const { t } = useTranslation('messenger');
  const queries = useQueryClient();
  const { hub, desk } = hubFor(profile, queries);
  const { data: channels, error, refetch } = useQuery(channelsQuery);

  useEffect(() => {
    if (channels) hub.setChannels(channels);
  }, [hub, channels]);

  // The one name that is the same for everybody, in the language of the page.
  const named = useMemo(
    () => channels?.map((channel) => withAssistantName(channel, t('assistant.name'))),
    [channels, t],
  );
  const chat = useMemo(
    () => ({
      hub,
      desk,
      self: { id: profile.id, name: profile.fullName },
      channels: named,
      error: channels ? null : error,
      reload: () => void refetch(),
    }),
    [hub, desk, profile, channels, named, error, refetch],
  );
  return <ChatContext value={chat}>{children}</ChatContext>;
}

export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error('useChat needs a ChatProvider around it.');
  return chat;
}
