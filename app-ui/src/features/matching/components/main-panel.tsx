import { useEffect, useMemo, useRef, useState } from 'react';
import { type Profile, useTranslation } from 'ui-kit';
import type { MatchingState } from '../../../shared/matches/active-matches';
import { spanOf } from '../../../shared/matches/countdown';
import type { Compatibility } from '../../../shared/matches/group-rule';
import type { Match, Reason, SubmitAnswer } from '../../../shared/matches/types';
import { TeamLink } from '../../../shared/team/team-link';
import { AwaitingScreen } from './awaiting-screen';
import { UnavailableDialog } from './dialogs/unavailable-dialog';
import { ExpiredMatches } from './expired-matches';
import { GroupHoldScreen } from './group-hold-screen';
import { NoticeScreen } from './notice-screen';
import { OutsidePool } from './outside-pool';
import { PotentialScreen } from './potential-screen';
import { ScreenIntro } from './screen-intro';
import { screenOf } from './screens';
import { type Deadline, useExpiry } from './use-expiry';
import { useIsRoundNear } from './use-is-round-near';
import { isFull, type Viewer, viewerOf } from './viewer';

interface MainPanelProps {
  profile: Profile;
  state: MatchingState;
  compatibility: ReadonlyMap<string, Compatibility>;
  declinedClashes: ReadonlySet<string>;
  needs: readonly Reason[];
  spots: number | null;
}

/** The screen that the server's number names, or where the person stands outside of it. */
export function MainPanel(props: MainPanelProps) {
  const { profile, state, compatibility, declinedClashes, needs, spots } = props;
  const { t } = useTranslation('matching');
  const heading = useRef<HTMLHeadingElement>(null);
  const viewer = viewerOf(profile, state);
  const deadlines = useMemo(() => deadlinesOf(state, viewer.isMentee), [state, viewer.isMentee]);
  const now = useExpiry(deadlines, state.clockOffset);
  const isNear = useIsRoundNear(state);
  const [unavailable, setUnavailable] = useState<{ answer: Unavailable; since: number } | null>(null);

  // A confirmed choice removes the button that had the focus.
  const shown = useRef(state.screen);
  useEffect(() => {
    if (shown.current === state.screen) return;
    shown.current = state.screen;
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus();
  }, [state.screen]);

  if (state.congratulations.length > 0) {
    return (
      <NoticeScreen
        title={t('congratulations.title')}
        text={t('congratulations.next')}
        scene="potential"
        headingRef={heading}
      />
    );
  }
  if (state.matchingStatus === 'ON_HOLD') {
    const lacks = profile.status.matching.missingVettings ?? [];
    const text = lacks.length === 0 ? t('paused.text') : t('paused.vettings', { names: lacks.join(' · ') });
    return (
      <NoticeScreen title={t('paused.title')} text={text} scene="awaiting" headingRef={heading}>
        <TeamLink role={profile.role} />
      </NoticeScreen>
    );
  }
  if (state.screen === 0) return <OutsidePool profile={profile} state={state} headingRef={heading} />;

  if (isFull(state, viewer.isMentee)) {
    const text = t(viewer.isGroup ? 'full.group' : 'full.text');
    return <NoticeScreen title={t('full.title')} text={text} scene="outside" headingRef={heading} />;
  }

  const { key, scene } = screenOf(state.screen, viewer.isMentee);
  return (
    <>
      {key === 'finding_matches' && isNear ? (
        <NoticeScreen
          title={t('proposing.title')}
          text={t('proposing.text')}
          scene={scene}
          headingRef={heading}
        />
      ) : (
        <ScreenIntro
          text={state.screensList.find((one) => one.key === key)}
          scene={scene}
          headingRef={heading}
        />
      )}
      {key === 'finding_matches' && state.activeMatches.length > 0 && (
        <ExpiredMatches state={state} isRoundNear={isNear} />
      )}
      {key === 'potential_match' && (
        <PotentialScreen
          state={state}
          viewer={viewer}
          now={now}
          compatibility={compatibility}
          declinedClashes={declinedClashes}
          needs={needs}
          spots={spots}
          onUnavailable={(answer) => setUnavailable({ answer, since: Date.now() })}
        />
      )}
      {key === 'awaiting_mentor_response' && <AwaitingScreen state={state} />}
      {key === 'group_hold' && (
        <GroupHoldScreen
          me={viewer.isMentee ? profile : null}
          mentor={viewer.isMentee ? mentorOf(state) : null}
        />
      )}
      {unavailable !== null && <UnavailableDialog {...unavailable} />}
    </>
  );
}

/** Who has chosen a mentee for their group. */
const mentorOf = ({ activeMatches }: MatchingState): Match | null =>
  activeMatches.find(({ role, status }) => role === 'Mentor' && status === 'PENDING') ?? null;

type Unavailable = Exclude<SubmitAnswer, 'SUBMITTED'>;

/** The times to decide: one for a mentee, one per match for a mentor. */
function deadlinesOf(
  { activeMatches, expiryHours }: MatchingState,
  isMentee: Viewer['isMentee'],
): Deadline[] {
  const deadlines = activeMatches.flatMap((match: Match): Deadline[] => {
    const span = spanOf(match, { matches: activeMatches, isMentee, expiryHours });
    return span === null ? [] : [{ span, name: isMentee ? null : match.fullName }];
  });
  return isMentee ? deadlines.slice(0, 1) : deadlines;
}
