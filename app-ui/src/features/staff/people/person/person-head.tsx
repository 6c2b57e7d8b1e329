import { Avatar, formatDate, useTranslation } from 'ui-kit';
import { Ago } from '../../components/cells';
import { nameOf } from '../person';
import styles from './person-head.module.css';
import type { PersonRecord } from './person-record';

/** Who it is. */
export function PersonHead({ person }: { person: PersonRecord }) {
  const { t, i18n } = useTranslation('staff');
  const name = nameOf(person);
  return (
    <header className={styles.head}>
      <Avatar id={person.id} name={name} size={72} />
      <div className={styles.words}>
        <h1 className={styles.name} tabIndex={-1}>
          <bdi>{name}</bdi>
        </h1>
        <p className={styles.line}>
          {t(`people.roles.${person.role}`)}
          {person.programme !== null && (
            <>
              {' · '}
              <bdi>{person.programme.title}</bdi>
            </>
          )}
        </p>
        <a className={styles.email} href={`mailto:${person.email}`}>
          <bdi>{person.email}</bdi>
        </a>
        <p className={styles.faint}>
          {t('person.joined', { day: formatDate(person.createdAt, i18n.language, 'list') })}
          {' · '}
          {person.lastSeenAt === null ? (
            t('person.neverSeen')
          ) : (
            <>
              {t('people.lastSeen')} <Ago at={person.lastSeenAt} />
            </>
          )}
        </p>
        {person.warnings !== null && person.warnings.shown > 0 && (
          <p className={styles.faint}>
            {t('person.warned', {
              count: person.warnings.shown,
              sent: t('safeguarding.warnedSent', { count: person.warnings.sent }),
            })}
          </p>
        )}
      </div>
    </header>
  );
}
