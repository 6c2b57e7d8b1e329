import { useQuery } from '@tanstack/react-query';
import { type ChannelMember, channelsQuery } from 'messenger-ui/channels';
import { Suspense, useState } from 'react';
import { Avatar, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { contactsOf } from '../../../shared/contacts/contacts-of';
import styles from './conversations.module.css';

const PersonCard = lazyPart(() => import('./person-card'), 'retry');

/** People who share a channel with this person; each opens a card. */
export function ContactList({ myId }: { myId: string }) {
  const { t } = useTranslation('app');
  const { data: channels } = useQuery(channelsQuery);
  const [shown, setShown] = useState<ChannelMember | null>(null);
  const people = channels === undefined ? [] : contactsOf(channels, myId);
  if (people.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby="home-people">
      <h2 className={styles.heading} id="home-people">
        {t('home.contacts')}
      </h2>
      <ul className={styles.list}>
        {people.map((person) => {
          const { userId, userFullName, displayPicture, role } = person;
          return (
            <li key={userId}>
              <button
                type="button"
                className={styles.person}
                aria-haspopup="dialog"
                onClick={() => setShown(person)}
              >
                <Avatar id={userId} name={userFullName} picture={displayPicture} size={40} />
                <span className={styles.personText}>
                  <span className={styles.personName}>
                    <bdi>{userFullName}</bdi>
                  </span>
                  <span className={styles.personRole}>{t([`roles.${role}`, 'roles.Member'])}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {shown !== null && channels !== undefined && (
        <Suspense fallback={null}>
          <PersonCard person={shown} channels={channels} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </section>
  );
}
