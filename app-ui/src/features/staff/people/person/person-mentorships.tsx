import { useQuery } from '@tanstack/react-query';
import { MessageCircleOff } from 'lucide-react';
import { formatDate, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { Ago, Notice, RecordLink } from '../../components/cells';
import { Section } from '../../components/section';
import { lastContactOf, othersOf, titleOf } from '../../mentorships/mentorship';
import styles from './person-mentorships.module.css';
import { mentorshipsOfQuery } from './person-record';

/** The mentorships of a person, with their last contact. */
export function PersonMentorships({ id }: { id: string }) {
  const { t, i18n } = useTranslation('staff');
  const former = t('mentorships.former');
  const day = (at: string) => formatDate(at, i18n.language, 'list');
  return (
    <Section title={t('staff.mentorships')}>
      <QueryState query={useQuery(mentorshipsOfQuery(id))}>
        {(mentorships) =>
          mentorships.length === 0 ? (
            <p className={styles.none}>{t('person.noMentorships')}</p>
          ) : (
            <ul className={styles.list}>
              {mentorships.map((one) => {
                const contact = lastContactOf(one);
                return (
                  <li key={one.id} className={styles.item}>
                    <span className={styles.words}>
                      <RecordLink to={`/staff/mentorships/${one.id}`}>
                        <bdi>{titleOf(one, former)}</bdi>
                      </RecordLink>
                      <span className={styles.with}>
                        {t('mentorships.with', { names: othersOf(one, former) })}
                      </span>
                    </span>
                    <span className={styles.state}>
                      {one.endedAt === null
                        ? t('person.since', { day: day(one.startedAt) })
                        : t('person.fromTo', { from: day(one.startedAt), to: day(one.endedAt) })}
                      {one.endedAt === null && (
                        <span className={styles.contact}>
                          <span>
                            {t('mentorships.lastContact')}:{' '}
                            {contact === null ? t('mentorships.never') : <Ago at={contact} />}
                          </span>
                          {one.isSilent && <Notice icon={MessageCircleOff}>{t('mentorships.silent')}</Notice>}
                        </span>
                      )}
                    </span>
                  </li>
                );
              })}
            </ul>
          )
        }
      </QueryState>
    </Section>
  );
}
