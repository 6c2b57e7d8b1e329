import { Button } from '@mantine/core';
import { CircleDashed } from 'lucide-react';
import type { RefObject } from 'react';
import { Link } from 'react-router';
import { Banner, type Profile, useTranslation } from 'ui-kit';
import type { MatchingState } from '../../../shared/matches/active-matches';
import { type Missing, missingFor } from '../../../shared/next-step/missing';
import { TeamLink } from '../../../shared/team/team-link';
import { usePool, useRefusalText } from '../api/queries';
import { NoticeScreen } from './notice-screen';
import styles from './outside-pool.module.css';

interface OutsidePoolProps {
  profile: Profile;
  state: Pick<MatchingState, 'mayJoin' | 'remainingSessions'>;
  headingRef: RefObject<HTMLHeadingElement | null>;
}

/** For people who are not in the pool: what is missing, or the way in. */
export function OutsidePool({ profile, state, headingRef }: OutsidePoolProps) {
  const { t } = useTranslation('matching');
  const pool = usePool();
  const refusalText = useRefusalText();
  if (profile.status.experiences.matchingflow === 'hide' && profile.mentorships.length > 0) {
    return (
      <NoticeScreen
        title={t('matched.title')}
        text={t('matched.text')}
        scene="potential"
        headingRef={headingRef}
      >
        <Button component={Link} size="md" to="/mentorship">
          {t('congratulations.proceed')}
        </Button>
      </NoticeScreen>
    );
  }
  if (profile.status.experiences.matchingflow === 'hide') {
    return (
      <NoticeScreen title={t('closed.title')} text={t('closed.text')} scene="outside" headingRef={headingRef}>
        <TeamLink role={profile.role} />
      </NoticeScreen>
    );
  }
  if (state.mayJoin) {
    return (
      <NoticeScreen title={t('join.title')} text={t('join.text')} scene="outside" headingRef={headingRef}>
        {pool.error !== null && (
          <Banner tone="danger" role="alert">
            {refusalText(pool.error)}
          </Banner>
        )}
        <Button
          size="md"
          aria-disabled={pool.isPending || undefined}
          onClick={() => pool.isPending || pool.mutate({ leaves: false })}
        >
          {t('join.action')}
        </Button>
      </NoticeScreen>
    );
  }
  const missing = missingFor(profile, state.remainingSessions);
  const waitsForTeam = missing.every((one) => one === 'review' || one === 'other');
  return (
    <NoticeScreen title={t('missing.title')} text={t('missing.text')} scene="outside" headingRef={headingRef}>
      <ul className={styles.missing}>
        {missing.map((one) => (
          <li key={one} className={styles.one}>
            <CircleDashed aria-hidden size={20} />
            <MissingText what={one} profile={profile} sessions={state.remainingSessions} />
          </li>
        ))}
      </ul>
      {waitsForTeam && <TeamLink role={profile.role} />}
    </NoticeScreen>
  );
}

interface MissingTextProps {
  what: Missing;
  profile: Profile;
  sessions: number;
}

function MissingText({ what, profile, sessions }: MissingTextProps) {
  const { t } = useTranslation('matching');
  const { ruleMessage } = profile.status.experiences;
  switch (what) {
    case 'surveys':
      return <Link to="/surveylisting">{t('missing.surveys')}</Link>;
    case 'sessions':
      return <Link to="/learninghub">{t('missing.sessions', { count: sessions })}</Link>;
    case 'review':
      return <span dir="auto">{ruleMessage.localeApplicationReview || t('missing.review')}</span>;
    case 'other':
      return <span>{t('missing.other')}</span>;
  }
}
