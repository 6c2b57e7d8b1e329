import { useQueries } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { formatDate, type Profile, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { AnnouncementsPlace } from '../../../shared/announcements/announcements-place';
import { HorizonPanel } from '../../../shared/illustrations/horizon-panel';
import { type Mentorship, mentorshipQuery, nameOf } from '../../../shared/mentorships/mentorship';
import { NextStepPlace } from '../../../shared/next-step/next-step-place';
import { CalendarCard } from '../calendar/calendar-card';
import styles from './active-mentorship.module.css';
import { ContactCard } from './contact-card';
import { EndedMentorships } from './ended-mentorships';
import { MatchingCard } from './matching-card';
import { MentorshipCards } from './mentorship-cards';
import { ProgramCard } from './program-card';
import { RewardsPanel } from './rewards-panel';
import { SessionList } from './session-list';
import { ThanksCard } from './thanks-card';

/** The parameter of the address that names the chosen mentorship. */
const CHOSEN = 'mentorship';

/** While the profile still names a mentorship that has ended. */
const NONE = { data: undefined, error: null, refetch: () => {} };

/** The home of people with a mentorship. The choice among several is part of the address. */
export function ActiveMentorship({ profile }: { profile: Profile }) {
  const { t, i18n } = useTranslation('app');
  const [parameters] = useSearchParams();
  const queries = useQueries({
    queries: profile.mentorships.map((id) => mentorshipQuery(id, i18n.language)),
  });
  const wanted = profile.mentorships.indexOf(parameters.get(CHOSEN) ?? '');
  const query = queries[Math.max(wanted, 0)] ?? NONE;
  const mentorship = query.data;
  const all = queries.flatMap(({ data }) => data ?? []);
  return (
    <div className={styles.page}>
      <HorizonPanel>
        {profile.programName && <p className={styles.program}>{profile.programName}</p>}
        <h1 className={styles.hello}>{t('home.greeting', { name: profile.displayName })}</h1>
        {mentorship && (
          <p className={styles.since}>
            {t('mentorship.since', { date: formatDate(mentorship.startedOn, i18n.language, 'sentence') })}
          </p>
        )}
        <NextStepPlace profile={profile} />
      </HorizonPanel>
      <AnnouncementsPlace role={profile.role} />
      {all.length > 1 && (
        <nav className={styles.switch} aria-label={t('mentorship.yours')}>
          {all.map((one) => (
            <Link
              key={one.id}
              className={styles.choice}
              to={`?${new URLSearchParams({ [CHOSEN]: one.id })}`}
              aria-current={one.id === mentorship?.id ? 'page' : undefined}
            >
              <bdi>{nameOf(one)}</bdi>
            </Link>
          ))}
        </nav>
      )}
      <QueryState query={query}>{(chosen) => <Chosen mentorship={chosen} profile={profile} />}</QueryState>
    </div>
  );
}

function Chosen({ mentorship, profile }: { mentorship: Mentorship; profile: Profile }) {
  const hasMatching = profile.status.experiences.matchingflow !== 'hide';
  return (
    <>
      {isDone(mentorship) && <ThanksCard mentorship={mentorship.id} />}
      <div className={styles.columns}>
        <ProgramCard mentorship={mentorship} />
        <ContactCard mentorship={mentorship} />
      </div>
      <div className={styles.columns}>
        <div className={styles.main}>
          <SessionList mentorship={mentorship} profile={profile} />
        </div>
        <div className={styles.aside}>
          <CalendarCard mentorship={mentorship} />
          {hasMatching && <MatchingCard profile={profile} />}
          <RewardsPanel badges={mentorship.progress.badges} />
        </div>
      </div>
      <MentorshipCards />
      <EndedMentorships />
    </>
  );
}

/** Whether all members have completed all sessions. */
function isDone({ progress: { completedSessions, totalSessions } }: Mentorship): boolean {
  return totalSessions > 0 && completedSessions.length === totalSessions;
}
