import { Avatar, formatDate, useTranslation } from 'ui-kit';
import { RecordLink } from '../../components/cells';
import { Section } from '../../components/section';
import { WriteLink } from '../../messages/write-link';
import styles from './mentorship-members.module.css';
import type { MentorshipRecord } from './mentorship-record';

/** The people of a mentorship, each as a link to their page; also those who left. Those of a silent one are asked how it is going. */
export function MentorshipMembers({ members, isSilent }: Pick<MentorshipRecord, 'members' | 'isSilent'>) {
  const { t, i18n } = useTranslation('staff');
  return (
    <Section title={t('people.title')}>
      <ul className={styles.list}>
        {members.map(({ id, name, role, leftAt }) => (
          <li key={id} className={styles.member}>
            <Avatar id={id} name={name} size={38} />
            <span className={styles.words}>
              <RecordLink to={`/staff/people/${id}`}>
                <bdi>{name}</bdi>
              </RecordLink>
              <span className={styles.role}>
                {t(`people.roles.${role}`)}
                {leftAt !== null &&
                  ` · ${t('mentorship.until', { day: formatDate(leftAt, i18n.language, 'list') })}`}
              </span>
            </span>
            {leftAt === null && (
              <WriteLink person={{ id, name }} template={isSilent ? 'silent' : undefined} />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
