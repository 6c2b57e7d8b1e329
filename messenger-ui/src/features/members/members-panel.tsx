import { Button } from '@mantine/core';
import { type KeyboardEvent, Suspense, useEffect, useRef } from 'react';
import { Avatar, formatMessageTime, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { ChannelAvatar } from '../../components/channel-avatar';
import { useRoleName } from '../../hooks/use-role-name';
import { type Channel, type ChannelMember, isWithBot } from '../../model/channels';
import { useChat } from '../../shell/chat-context';
import { CloseOnBack } from '../../shell/close-on-back';
import { useStore } from '../../shell/use-store';
import { CallHistory } from './call-history';
import { MemberMenu } from './member-menu';
import styles from './members-panel.module.css';
import { PanelSection } from './panel-section';

const TextChecks = lazyPart(() => import('./text-checks'), 'retry');

/** The members of a channel with their last visit, and its recorded calls. */
export function MembersPanel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { t } = useTranslation('messenger');
  const { hub, self } = useChat();
  const positions = useStore(hub.receipts, (receipts) => receipts.get(channel.channelId));
  const closeButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const opener = document.activeElement;
    closeButton.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  const unlisted = channel.memberCount - channel.channelMembers.length;
  // Announcements and channels with a bot have no calls.
  const hasHistory = channel.kind === 'direct' || channel.kind === 'group';
  const isBot = ({ userId }: ChannelMember) => isWithBot(channel) && userId !== self.id;
  const botDescription = channel.kind === 'team' ? t('channel.team') : t('channel.assistant');
  const title = hasHistory ? t('members.titleWithHistory') : t('members.title');

  const members = (
    <>
      <ul className={styles.members}>
        {channel.channelMembers.map((member) => (
          <li key={member.userId} className={styles.member}>
            {isBot(member) ? (
              <ChannelAvatar channel={channel} selfId={self.id} size={36} />
            ) : (
              <Avatar
                id={member.userId}
                name={member.userFullName}
                picture={member.displayPicture}
                size={36}
              />
            )}
            <span className={styles.texts}>
              <span className={styles.name}>
                {member.userId === self.id
                  ? t('members.you', { name: member.userFullName })
                  : member.userFullName}
              </span>
              <Details
                member={member}
                description={isBot(member) ? botDescription : null}
                lastSeen={
                  member.userId === self.id || isBot(member)
                    ? null
                    : (positions?.get(member.userId)?.at ?? member.lastViewedTimestamp)
                }
              />
            </span>
            {member.userId !== self.id && !isBot(member) && <MemberMenu channel={channel} member={member} />}
          </li>
        ))}
      </ul>
      {unlisted > 0 && <p className={styles.more}>{t('members.more', { count: unlisted })}</p>}
    </>
  );

  return (
    <section className={styles.panel} aria-label={title} onKeyDown={handleKeyDown} data-covers="">
      <CloseOnBack onClose={onClose} />
      <header className={styles.header}>
        <h3 className={styles.title}>{title}</h3>
        <Button ref={closeButton} variant="subtle" size="compact-sm" onClick={onClose}>
          {t('members.close')}
        </Button>
      </header>
      {hasHistory ? (
        <div className={styles.sections}>
          <PanelSection name={t('members.title')} action={t('members.view')} isOpenAtFirst>
            {members}
          </PanelSection>
          <PanelSection name={t('callHistory.title')} action={t('callHistory.view')}>
            <CallHistory channelId={channel.channelId} />
          </PanelSection>
        </div>
      ) : (
        members
      )}
      <Suspense>
        <TextChecks channelId={channel.channelId} />
      </Suspense>
    </section>
  );
}

interface DetailsProps {
  member: ChannelMember;
  /** Instead of the role. */
  description: string | null;
  lastSeen: string | null;
}

function Details({ member, description, lastSeen }: DetailsProps) {
  const { t, i18n } = useTranslation('messenger');
  const role = useRoleName()(member.role);
  const parts = [
    description ?? role,
    member.isActive ? null : t('members.inactive'),
    lastSeen ? t('members.lastSeen', { time: formatMessageTime(lastSeen, i18n.language) }) : null,
  ];
  return <span className={styles.details}>{parts.filter(Boolean).join(' · ')}</span>;
}
