import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { channelsQuery } from 'messenger-ui/channels';
import { Avatar, canChat, EmptyState, type Profile, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { contactsOf } from '../../../shared/contacts/contacts-of';
import { latestAreas, scoresQuery } from '../api/scores';
import { ScoreChart } from '../components/score-chart';
import { ScoreTable } from '../components/score-table';
import styles from './work-readiness-page.module.css';

/** Work readiness scores of the person as a chart and a table. */
export function Component() {
  const { t } = useTranslation('app');
  const profile = useCurrentUser();
  const scores = useQuery(scoresQuery);
  return (
    <>
      <h1 className={styles.title}>{t('workReadiness.title')}</h1>
      <QueryState
        query={scores}
        empty={
          <EmptyState icon={ChartNoAxesColumn} title={t('workReadiness.none')}>
            {t('workReadiness.noneText')}
          </EmptyState>
        }
      >
        {(all) => <Areas areas={latestAreas(all)} profile={profile} />}
      </QueryState>
    </>
  );
}

function Areas({ areas, profile }: { areas: ReturnType<typeof latestAreas>; profile: Profile }) {
  if (areas.length === 0) return null;
  return (
    <>
      <People profile={profile} />
      <div className={styles.columns}>
        <ScoreChart areas={areas} />
        <ScoreTable areas={areas} />
      </div>
    </>
  );
}

/** The person and their mentors or mentees. */
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
      {contactsOf(pairs, profile.id).map(({ userId, userFullName, displayPicture, role }) => (
        <li key={userId} className={styles.person}>
          <Avatar id={userId} name={userFullName} picture={displayPicture} size={56} />
          <span className={styles.who}>
            <strong>
              <bdi>{userFullName}</bdi>
            </strong>
            <span>{t([`workReadiness.partner.${role}`, 'workReadiness.partner.Member'])}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
