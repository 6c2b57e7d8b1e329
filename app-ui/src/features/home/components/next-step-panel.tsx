import { useQuery } from '@tanstack/react-query';
import { addressOf, channelsQuery } from 'messenger-ui/channels';
import { useUnreadTotal } from 'messenger-ui/unread-total';
import { canChat, type Profile, useTranslation } from 'ui-kit';
import { ChatLink } from '../../../shared/chat-link/chat-link';
import { type NextStep, nextStep } from '../next-step';
import styles from './next-step-panel.module.css';

/** What this person can do next, and a link to it. */
export function NextStepPanel({ profile }: { profile: Profile }) {
  const { t } = useTranslation('app');
  const hasChat = canChat(profile);
  const { data: channels, error } = useQuery({ ...channelsQuery, enabled: hasChat });
  const unread = useUnreadTotal().count;
  if (hasChat && channels === undefined && error === null) return null;
  const step = nextStep(profile, channels ?? [], unread);
  const { to, isChat } = targetOf(step);
  return (
    <div className={styles.step}>
      <p className={styles.text}>{t(`home.next.${step.kind}`, { ...step })}</p>
      {to !== null && (
        <ChatLink className={styles.link} to={to} isChat={isChat}>
          {t(`home.nextLink.${step.kind}`, { ...step })}
        </ChatLink>
      )}
    </div>
  );
}

function targetOf(step: NextStep): { to: string | null; isChat: boolean } {
  switch (step.kind) {
    case 'survey':
      return { to: '/surveylisting', isChat: false };
    case 'unread':
      return { to: '/chat', isChat: true };
    case 'staff':
      return { to: '/staff/reports', isChat: false };
    case 'matching':
      return { to: '/mentorship/matching', isChat: false };
    case 'start':
      return { to: '/moreinfo/faq', isChat: false };
    case 'none':
      return { to: null, isChat: false };
    default:
      return { to: addressOf('/chat', step.channelId), isChat: true };
  }
}
