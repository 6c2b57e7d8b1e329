import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Video, VideoOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatTime, HttpError, useProfile, useTranslation } from 'ui-kit';
import { canCall, hasVideo } from '../../model/call/rules';
import { inviteEndsAt, isInviteOpen } from '../../model/invite';
import { useChat } from '../../shell/chat-context';
import { sections } from '../../shell/sections';
import { callApi } from '../call/call-api';
import { useOwnCall } from '../call/use-own-call';
import styles from './invite-card.module.css';

interface InviteCardProps {
  channelId: string;
  room: string;
  createdOn: number;
}

/** Whoever is not let into a room need not know why: it is over for them. Anything else may pass. */
const OVER = new Set(['not_active_member', 'video_off', 'blocked']);
const isOverBy = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 404 || OVER.has(error.code));

/** An invitation to a video call. It says by itself when its time is over, and keeps its height then. */
export function InviteCard({ channelId, room, createdOn }: InviteCardProps) {
  const { t, i18n } = useTranslation('messenger');
  const { desk, channels } = useChat();
  const { data: profile } = useProfile();
  const isInTime = useIsInTime(createdOn);
  const channel = channels?.find((candidate) => candidate.channelId === channelId);
  const isFor = profile !== undefined && hasVideo(profile) && channel !== undefined && canCall(channel);
  const { data: call, error } = useQuery({
    queryKey: ['call', room],
    queryFn: () => callApi.room(room),
    enabled: isInTime && isFor,
    staleTime: 60_000,
    retry: false,
  });
  const own = useOwnCall();
  const isOver = call ? call.endedAt !== null : isOverBy(error);
  const isOpen = isInTime && !isOver;
  // Who is in the call may go on, and come back to it.
  const isQuiet = channel?.blackout.active === true && own?.room !== room;
  const Icon = isOpen ? Video : VideoOff;
  return (
    <div className={styles.card} data-open={isOpen || undefined}>
      <span className={styles.icon}>
        <Icon aria-hidden size={20} />
      </span>
      <div className={styles.texts}>
        <p className={styles.title}>{t('invite.title')}</p>
        <p className={styles.state}>{state()}</p>
      </div>
      {isOpen && isFor && !isQuiet && (
        <Button
          className={styles.join}
          size="compact-md"
          onClick={() => {
            sections.show('video');
            void desk.open({ room });
          }}
        >
          {t('call.join')}
        </Button>
      )}
    </div>
  );

  function state(): string {
    if (!isInTime) return t('invite.expired');
    if (isOver) return t('invite.ended');
    if (isQuiet || (error instanceof HttpError && error.code === 'blackout')) return t('invite.quiet');
    const time = formatTime(inviteEndsAt(createdOn), i18n.language);
    // Where nobody could be asked, it may be over earlier.
    return error ? t('invite.unsure', { time }) : t('invite.open', { time });
  }
}

function useIsInTime(createdOn: number): boolean {
  const [isInTime, setIsInTime] = useState(() => isInviteOpen(createdOn, Date.now()));
  useEffect(() => {
    if (!isInTime) return;
    const timer = setTimeout(() => setIsInTime(false), inviteEndsAt(createdOn) - Date.now());
    return () => clearTimeout(timer);
  }, [isInTime, createdOn]);
  return isInTime;
}
