import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { channelsQuery } from 'messenger-ui/channels';
import { Avatar, canChat, useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { ChatLink } from '../../../shared/chat-link/chat-link';
import { isStopped } from '../../../shared/mentorships/is-stopped';
import type { Mentorship } from '../../../shared/mentorships/mentorship';
import card from './card.module.css';
import styles from './contact-card.module.css';

/** The people of a mentorship, and the way to their conversation. */
export function ContactCard({ mentorship }: { mentorship: Mentorship }) {
  const { t } = useTranslation('app');
  const { mentorshipType, name, channelId, partnerDetails } = mentorship;
  const { userDetails, partnerDetails: partners } = partnerDetails;
  const { data: channels } = useQuery({ ...channelsQuery, enabled: canChat(useCurrentUser()) });
  const isGroup = mentorshipType === '1toM';
  const heading = isGroup ? 'yourGroup' : userDetails.role === 'Mentor' ? 'yourMentee' : 'yourMentor';
  return (
    <section className={card.card} aria-labelledby="mentorship-contact">
      <h2 className={styles.heading} id="mentorship-contact">
        {t(`mentorship.contact.${heading}`)}
      </h2>
      {isGroup && (
        <p className={styles.group}>
          <bdi>{name}</bdi>
        </p>
      )}
      <ul className={styles.people}>
        {partners.map(({ id, firstName, lastName, picture, role }) => {
          const fullName = `${firstName} ${lastName}`;
          return (
            <li key={id} className={styles.person}>
              <Avatar id={id} name={fullName} picture={picture} size={isGroup ? 44 : 72} />
              <span className={styles.text}>
                <span className={styles.name}>
                  <bdi>{fullName}</bdi>
                </span>
                <span className={styles.role}>{t([`roles.${role}`, 'roles.Member'])}</span>
              </span>
            </li>
          );
        })}
      </ul>
      <ChatLink className={styles.message} to={`/chat?${new URLSearchParams({ channel: channelId })}`}>
        <MessageCircle aria-hidden size={18} />
        {t(isStopped(channels, channelId) ? 'mentorship.contact.read' : 'mentorship.contact.write')}
      </ChatLink>
    </section>
  );
}
