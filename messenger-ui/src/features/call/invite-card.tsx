import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PhoneMissed, Video, VideoOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatTime, HttpError, useProfile, useTranslation } from 'ui-kit';
import { inviteTitleOf } from '../../hooks/use-message-summary';
import { formatDuration } from '../../model/call/duration';
import { canCall, hasVideo } from '../../model/call/rules';
import { type Invite, inviteEndsAt, isInviteOpen } from '../../model/invite';
import { useChannelList, useChat } from '../../shell/chat-context';
import { sections } from '../../shell/sections';
import { callApi } from './call-api';
import styles from './invite-card.module.css';
import { useCurrentCall } from './use-current-call';

interface InviteCardProps {
  channelId: string;
  invite: Invite;
  createdOn: number;
  isOwn: boolean;
}

/** Errors after which the person cannot use the invitation; other errors may be temporary. */
const REFUSED_CODES = new Set(['not_active_member', 'video_off', 'blocked']);
const isRefusal = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 404 || REFUSED_CODES.has(error.code));

/**
 * An invitation to a video call, and after the call its outcome. Leads into the room for three hours; switches to its
 * expired state without a change of height.
 */
export function InviteCard({ channelId, invite, createdOn, isOwn }: InviteCardProps) {
  const { t, i18n } = useTranslation('messenger');
  const { callManager } = useChat();
  const { channels } = useChannelList();
  const { data: profile } = useProfile();
  const isWithinDuration = useIsWithinDuration(createdOn);
  const { room, outcome, seconds } = invite;
  const channel = channels?.find((candidate) => candidate.channelId === channelId);
  const canJoin = profile !== undefined && hasVideo(profile) && channel !== undefined && canCall(channel);
  const { data: call, error } = useQuery({
    queryKey: ['call', room, invite.call ?? null],
    queryFn: () => callApi.room(invite.call ?? room),
    enabled: isWithinDuration && canJoin && outcome === undefined,
    staleTime: 60_000,
    retry: false,
  });
  const currentCall = useCurrentCall();
  // A later call can take place in the same room.
  const isRunning = channel?.callInProgress === room;
  const isOver = !isRunning && (outcome !== undefined || (call !== undefined && call.endedAt !== null));
  const isUnanswered = outcome === 'missed' || outcome === 'declined';
  const isRefused = isRefusal(error);
  const isOpen = isWithinDuration && !isRefused;
  // A participant may continue the call during a blackout.
  const isBlackout = channel?.blackout.active === true && currentCall?.room !== room;
  const Icon = isUnanswered && !isRunning ? PhoneMissed : isOpen ? Video : VideoOff;
  const open = (ring: boolean) => {
    sections.show('video');
    void callManager.open(ring ? { channelId } : { room, reopen: true });
  };
  return (
    <div className={styles.card} data-open={(isOpen && !isOver) || undefined}>
      <span className={styles.icon}>
        <Icon aria-hidden size={20} />
      </span>
      <div className={styles.texts}>
        <p className={styles.title}>{t(inviteTitleOf(outcome))}</p>
        <p className={styles.state}>{state()}</p>
      </div>
      {isOpen && canJoin && !isBlackout && (
        <Button
          className={styles.join}
          size="compact-md"
          variant={isOver ? 'light' : 'filled'}
          onClick={() => open(isUnanswered && !isRunning)}
        >
          {action()}
        </Button>
      )}
    </div>
  );

  function action(): string {
    if (!isUnanswered || isRunning) return t('call.join');
    return isOwn ? t('invite.callAgain') : t('invite.callBack');
  }

  function state(): string {
    const validity = isWithinDuration ? validityText() : t('invite.expired');
    return seconds === undefined
      ? validity
      : t('invite.lasted', { duration: formatDuration(seconds * 1000, i18n.language), validity });
  }

  function validityText(): string {
    if (isRefused) return t('invite.ended');
    if (isBlackout || (error instanceof HttpError && error.code === 'blackout')) return t('invite.blackout');
    const time = formatTime(inviteEndsAt(createdOn), i18n.language);
    // Without an answer from the server the invitation may be void.
    return error ? t('invite.openAtMost', { time }) : t('invite.open', { time });
  }
}

function useIsWithinDuration(createdOn: number): boolean {
  const [isWithinDuration, setIsWithinDuration] = useState(() => isInviteOpen(createdOn, Date.now()));
  useEffect(() => {
    if (!isWithinDuration) return;
    const timer = setTimeout(() => setIsWithinDuration(false), inviteEndsAt(createdOn) - Date.now());
    return () => clearTimeout(timer);
  }, [isWithinDuration, createdOn]);
  return isWithinDuration;
}
