import { useQuery } from '@tanstack/react-query';
import { channelsQuery } from 'messenger-ui/conversations';
import { Avatar, useTranslation } from 'ui-kit';
import styles from './home-page.module.css';
import { peopleOf } from './people-of';

/** With whom this person shares a conversation. */
export function People({ myId }: { myId: string }) {
  const { t } = useTranslation('app');
  const { data: channels } = useQuery(channelsQuery);
  const people = channels === undefined ? [] : peopleOf(channels, myId);
  if (people.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby="home-people">
      <h2 className={styles.heading} id="home-people">
        {t('home.people')}
      </h2>
      <ul className={styles.list}>
        {people.map(({ userId, userFullName, displayPicture, role }) => (
          <li key={userId} className={styles.person}>
            <Avatar id={userId} name={userFullName} picture={displayPicture} size={40} />
            <span className={styles.personText}>
              <span className={styles.personName} dir="auto">
                {userFullName}
              </span>
              <span className={styles.personRole}>{t([`roles.${role}`, 'roles.Member'])}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
