import { type Profile, useTranslation } from 'ui-kit';
import { useOwnMatches } from '../../../shared/matches/active-matches';
import { decisionOf } from '../../../shared/matches/decision';
import { CountBadge } from '../../../shared/unread-badge/count-badge';

/** The number of proposals that wait for the person to decide or to confirm. */
export default function DecisionBadge({ profile }: { profile: Profile }) {
  const { t } = useTranslation('app');
  const { data } = useOwnMatches(profile);
  const decision = data && decisionOf(data, profile.role === 'Mentee', Date.now() + data.clockOffset);
  const count = decision ? decision.undecided || decision.count : 0;
  return <CountBadge count={count} label={t('shell.decisions', { count })} />;
}
