import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { channelsQuery } from 'messenger-ui/conversations';
import { Avatar, canChat, EmptyState, ErrorState, LoadingState, type Profile, useTranslation } from 'ui-kit';
import { peopleOf } from '../home/people-of';
import { useMe } from '../shell/app-layout';
import { ScoreChart } from './score-chart';
import { ScoreTable } from './score-table';
import { areasOf, scoresQuery } from './scores';
import styles from './wrs-page.module.css';

/** How ready for work one was found: who it is about, a chart, and the same as a table. */
export function Component() {
  const { t } = useTranslation('app');
  const profile = useMe();
  const { data: scores, error, refetch } = useQuery(scoresQuery);
  const areas = scores === undefined ? [] : areasOf(scores);
  return (
    <>
      <h1 className={styles.title}>{t('wrs.title')}</h1>
      {scores === undefined && error === null && <LoadingState />}
      {scores === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {scores?.length === 0 && (
        <EmptyState icon={ChartNoAxesColumn} title={t('wrs.none')}>
          {t('wrs.noneText')}
        </EmptyState>
      )}
      {areas.length > 0 && (
        <>
          <People profile={profile} />
          <div className={styles.columns}>
            <ScoreChart areas={areas} />
            <ScoreTable areas={areas} />
          </div>
        </>
      )}
    </>
  );
}

/** Who it is about, and who stands beside them. */
function People({ profile }: { profile: Profile }) {
  const { t } = useTranslation('app');
  const { data: channels = [] } = useQuery({ ...channelsQuery, enabled: canChat(profile) });
  const pairs = channels.filter(({ kind }) => kind === 'direct');
  return (
    <ul className={styles.people}>
      <li className={styles.person}>
        <Avatar id={profile.id} name={profile.fullName} picture={profile.picture} size={56} />
        <span className={styles.who}>
          <strong>
            <bdi>{profile.fullName}</bdi>
          </strong>
          <span>{t([`roles.${profile.role}`, 'roles.Member'])}</span>
          {profile.programName && (
            <span>
              <bdi>{profile.programName}</bdi>
            </span>
          )}
        </span>
      </li>
      {peopleOf(pairs, profile.id).map(({ userId, userFullName, displayPicture, role }) => (
        <li key={userId} className={styles.person}>
          <Avatar id={userId} name={userFullName} picture={displayPicture} size={56} />
          <span className={styles.who}>
            <strong>
              <bdi>{userFullName}</bdi>
            </strong>
            <span>{t([`wrs.partner.${role}`, 'wrs.partner.Member'])}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
