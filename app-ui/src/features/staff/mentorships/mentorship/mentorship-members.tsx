import { useId } from 'react';
import { Link } from 'react-router';
import { Avatar, formatDate, useTranslation } from 'ui-kit';
import styles from './mentorship-members.module.css';
import type { MentorshipRecord } from './mentorship-record';

/** The people of a mentorship, each as a link to their page; also those who left. */
export function MentorshipMembers({ members }: Pick<MentorshipRecord, 'members'>) {
  const { t, i18n } = useTranslation('staff');
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        {t('people.title')}
      </h2>
      <ul className={styles.list}>
        {members.map(({ id, name, role, leftAt }) => (
          <li key={id} className={styles.member}>
            <Avatar id={id} name={name} size={38} />
            <span className={styles.words}>
              <Link className={styles.name} to={`/staff/people/${id}`}>
                <bdi>{name}</bdi>
              </Link>
              <span className={styles.role}>
                {t(`people.roles.${role}`)}
                {leftAt !== null &&
                  ` · ${t('mentorship.until', { day: formatDate(leftAt, i18n.language, 'list') })}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
