import { MessageCircle, X } from 'lucide-react';
import { addressOf, type Channel, type ChannelMember, isListed } from 'messenger-ui/channels';
import { PersonCall } from 'messenger-ui/person-call';
import { Avatar, IconButton, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { ChatLink } from '../../../shared/chat-link/chat-link';
import styles from './person-card.module.css';

interface PersonCardProps {
  person: ChannelMember;
  channels: readonly Channel[];
  onClose: () => void;
}

/** A person with their role, the shared groups, and ways to write to or call them. */
export default function PersonCard({ person, channels, onClose }: PersonCardProps) {
  const { t } = useTranslation('app');
  const { userId, userFullName: name, displayPicture, role } = person;
  const shared = channels.filter(
    (channel) => isListed(channel) && channel.channelMembers.some((member) => member.userId === userId),
  );
  const pair = shared.find(({ kind }) => kind === 'direct');
  const groups = shared.filter(({ kind }) => kind === 'group');
  return (
    <ModalDialog label={name} placement="center" onClose={onClose}>
      <div className={styles.card}>
        <IconButton className={styles.close} label={t('account.close')} onClick={onClose}>
          <X aria-hidden size={18} />
        </IconButton>
        <Avatar id={userId} name={name} picture={displayPicture} size={88} />
        <h2 className={styles.name} dir="auto">
          {name}
        </h2>
        <p className={styles.role}>{t([`roles.${role}`, 'roles.Member'])}</p>
        {pair && (
          <div className={styles.actions}>
            <ChatLink className={styles.message} to={addressOf('/chat', pair.channelId)}>
              <MessageCircle aria-hidden size={18} />
              {t('home.person.message')}
            </ChatLink>
            <PersonCall channel={pair} />
          </div>
        )}
        {groups.length > 0 && (
          <section className={styles.groups} aria-label={t('home.person.groups')}>
            <h3 className={styles.heading}>{t('home.person.groups')}</h3>
            <ul className={styles.list}>
              {groups.map(({ channelId, channelName }) => (
                <li key={channelId}>
                  <ChatLink className={styles.group} to={addressOf('/chat', channelId)}>
                    <bdi>{channelName}</bdi>
                  </ChatLink>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </ModalDialog>
  );
}
