import { type Profile, useNow, useTranslation } from 'ui-kit';
import { RARELY, useOwnMatches } from '../../../shared/matches/active-matches';
import { decisionOf } from '../../../shared/matches/decision';
import { CountBadge } from '../../../shared/unread-badge/count-badge';

const MINUTE_MS = 60_000;

/** The number of proposals that wait for the person to decide or to confirm. */
export default function DecisionBadge({ profile }: { profile: Profile }) {
  const { t } = useTranslation('app');
  const { data } = useOwnMatches(profile, RARELY);
  const now = useNow(MINUTE_MS);
  const decision = data && decisionOf(data, profile.role === 'Mentee', now + data.clockOffset);
  const count = decision ? decision.undecided || decision.count : 0;
  return <CountBadge count={count} label={t('shell.decisions', { count })} />;
}
