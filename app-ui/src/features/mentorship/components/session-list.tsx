import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { channelsQuery } from 'messenger-ui/channels';
import { canChat, type Profile, useTranslation, VisuallyHidden } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { isStopped } from '../../../shared/mentorships/is-stopped';
import {
  type Mentorship,
  type MentorshipSession,
  mentorshipSessionsQuery,
} from '../../../shared/mentorships/mentorship';
import { useNextStep } from '../../../shared/next-step/use-next-step';
import { ResumeCard } from './resume-card';
import styles from './session-list.module.css';
import { SessionRow } from './session-row';

interface SessionListProps {
  mentorship: Mentorship;
  profile: Profile;
}

/** The sessions of a mentorship: the one where the person stopped, those that are open, then those that are done. */
export function SessionList({ mentorship, profile }: SessionListProps) {
  const { t, i18n } = useTranslation('app');
  const query = useQuery(mentorshipSessionsQuery(mentorship.id, i18n.language));
  const { data: channels } = useQuery({ ...channelsQuery, enabled: canChat(profile) });
  const next = useNextStep(profile);
  const last = isStopped(channels, mentorship.channelId) ? null : mentorship.lastSession;
  const skeleton = (
    <div role="status" className={styles.rows}>
      <VisuallyHidden>{t('states.loading')}</VisuallyHidden>
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} height={96} radius="lg" aria-hidden />
      ))}
    </div>
  );
  // The next step decides whether the list begins with the session of the last visit: nothing moves down for it later.
  if (last !== null && next === undefined) return skeleton;
  return (
    <QueryState
      query={query}
      loading={skeleton}
      empty={<p className={styles.none}>{t('mentorship.sessions.none')}</p>}
    >
      {(data) => (
        <>
          {last !== null && next !== undefined && <ResumeCard last={last} next={next} />}
          <Parts data={data} mentorship={mentorship} />
        </>
      )}
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
