import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation, VisuallyHidden } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import {
  type Mentorship,
  type MentorshipSession,
  mentorshipSessionsQuery,
} from '../../../shared/mentorships/mentorship';
import styles from './session-list.module.css';
import { SessionRow } from './session-row';

/** The sessions of a mentorship: those that are open, then those that are done. */
export function SessionList({ mentorship }: { mentorship: Mentorship }) {
  const { t, i18n } = useTranslation('app');
  const query = useQuery(mentorshipSessionsQuery(mentorship.id, i18n.language));
  const skeleton = (
    <div role="status" className={styles.rows}>
      <VisuallyHidden>{t('states.loading')}</VisuallyHidden>
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} height={96} radius="lg" aria-hidden />
      ))}
    </div>
  );
  return (
    <QueryState
      query={query}
      loading={skeleton}
      empty={<p className={styles.none}>{t('mentorship.sessions.none')}</p>}
    >
      {(data) => <Parts data={data} mentorship={mentorship} />}
    </QueryState>
  );
}

function Parts({ data, mentorship }: { data: readonly MentorshipSession[]; mentorship: Mentorship }) {
  const { t } = useTranslation('app');
  const isOver = ({ status, catchUp }: MentorshipSession) => status === 'COMPLETED' && !catchUp;
  const parts = [
    { name: 'ongoing', sessions: data.filter((one) => !isOver(one) && one.sessionStatus !== null) },
    { name: 'next', sessions: data.filter((one) => !isOver(one) && one.sessionStatus === null) },
    { name: 'completed', sessions: data.filter(isOver) },
  ] as const;
  return (
    <>
      {parts.map(
        ({ name, sessions }) =>
          sessions.length > 0 && (
            <section key={name} className={styles.part} aria-labelledby={`mentorship-${name}`}>
              <h2 className={styles.heading} id={`mentorship-${name}`}>
                {t(`mentorship.sessions.${name}`)}
              </h2>
              <ul className={styles.rows}>
                {sessions.map((session) => (
                  <SessionRow key={session.id} session={session} mentorship={mentorship} />
                ))}
              </ul>
            </section>
          ),
      )}
    </>
  );
}
