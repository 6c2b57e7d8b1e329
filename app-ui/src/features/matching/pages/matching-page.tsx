import { useMemo } from 'react';
import { Navigate } from 'react-router';
import type { Profile } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import type { MatchingState } from '../../../shared/matches/active-matches';
import {
  type Compatibility,
  compatibilityOf,
  declinedClashes,
  openSpots,
} from '../../../shared/matches/group-rule';
import type { Reason } from '../../../shared/matches/types';
import { useMatching } from '../api/queries';
import { GroupNeeds } from '../components/group-needs';
import { GroupPanel } from '../components/group-panel';
import { MainPanel } from '../components/main-panel';
import { MatchingDialogs } from '../components/matching-dialogs';
import { MatchingHeader } from '../components/matching-header';
import { MatchingSkeleton } from '../components/matching-skeleton';
import { SidePanel } from '../components/side-panel';
import { isFull } from '../components/viewer';
import { needsWith } from '../model/group-needs';
import '../texts';
import styles from './matching-page.module.css';

/** The matching of the signed-in person. */
export function Component() {
  const profile = useCurrentUser();
  // Staff match others; the page of the mentorships leads them on.
  if (profile.role === 'Staff') return <Navigate to="/mentorship" replace />;
  return <Matching profile={profile} />;
}

/** The matching of a person, over the calls of the context. */
export function Matching({ profile }: { profile: Profile }) {
  const query = useMatching();
  const state = query.data;
  const isMentee = profile.role.toLowerCase() === 'mentee';
  const group = useMemo(() => (isMentee ? null : groupOf(state)), [state, isMentee]);
  // People who are matched, or have no place left, are at none of the steps.
  const hasSteps = state !== undefined && state.congratulations.length === 0 && !isFull(state, isMentee);

  return (
    <div className={styles.page}>
      <MatchingHeader
        profile={profile}
        hasStep3={isMentee}
        screen={state === undefined ? undefined : hasSteps ? state.screen : null}
      />
      <div className={styles.columns}>
        <div className={styles.main}>
          <QueryState query={query} loading={<MatchingSkeleton />}>
            {(known) => (
              <MainPanel
                profile={profile}
                state={known}
                compatibility={group?.compatibility ?? NOBODY}
                declinedClashes={group?.declinedClashes ?? NO_CLASHES}
                needs={group?.needs ?? NO_NEEDS}
                spots={group?.spots ?? null}
              />
            )}
          </QueryState>
        </div>
        <div className={styles.side}>
          {group !== null && state !== undefined && (
            <>
              <GroupPanel group={group.info} chosen={group.chosen} spots={group.spots} />
              <GroupNeeds needs={group.needs} clashes={group.clashes} state={state} />
            </>
          )}
          <SidePanel state={state} />
        </div>
      </div>
      <MatchingDialogs state={state} needs={group?.needs ?? NO_NEEDS} />
    </div>
  );
}

const NOBODY: ReadonlyMap<string, Compatibility> = new Map();
const NO_CLASHES: ReadonlySet<string> = new Set();
const NO_NEEDS: readonly Reason[] = [];

/** The group that a mentor fills, as it would be with the choices made so far. */
function groupOf(state: MatchingState | undefined) {
  if (state?.userMatchType !== '1toM' || state.groupInfo === null) return null;
  const info = state.groupInfo;
  const candidates = state.activeMatches.filter(({ status }) => status === 'ACTIVE');
  const chosen = candidates.filter(({ interestStatus }) => interestStatus === 'interested');
  const whole = { ...info, members: info.existingMemberInfo };
  const compatibility = compatibilityOf(whole, candidates);
  return {
    info,
    chosen,
    compatibility,
    declinedClashes: declinedClashes(whole, candidates),
    spots: openSpots(info, candidates),
    needs: needsWith(info, chosen),
    clashes: [...new Set([...compatibility.values()].flatMap((one) => one.clashingCriterias))].sort(),
  };
}
