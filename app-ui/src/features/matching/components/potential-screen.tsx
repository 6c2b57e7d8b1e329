import { useId, useState } from 'react';
import { useTranslation } from 'ui-kit';
import type { MatchingState } from '../../../shared/matches/active-matches';
import { confirmState, isActable } from '../../../shared/matches/confirm-rule';
import { isExpired, type Span, spanOf } from '../../../shared/matches/countdown';
import { placesOf } from '../../../shared/matches/decision';
import type { Compatibility } from '../../../shared/matches/group-rule';
import type { Match, Reason } from '../../../shared/matches/types';
import { useChoose } from '../api/queries';
import { readyHint } from '../model/ready-hint';
import { ClashNote } from './clash-note';
import { ConfirmBar } from './confirm-bar';
import { Countdown } from './countdown';
import { InterestToggle } from './interest-toggle';
import { MatchCard } from './match-card';
import styles from './potential-screen.module.css';
import { useStatusText } from './use-status-text';
import type { Viewer } from './viewer';

interface PotentialScreenProps {
  state: MatchingState;
  viewer: Viewer;
  /** The server's time, exact to the last milestone. */
  now: number;
  /** Whether undecided candidates fit the group, by id. */
  compatibility: ReadonlyMap<string, Compatibility>;
  /** Declined candidates who do not fit it. */
  declinedClashes: ReadonlySet<string>;
  /** What the group needs with the choices made so far. */
  needs: readonly Reason[];
  /** Places of the group that are open; null without one. */
  spots: number | null;
  onUnavailable: (answer: 'MENTOR_UNAVAILABLE' | 'MENTEE_UNAVAILABLE') => void;
}

/** The proposals with their choices. */
export function PotentialScreen(props: PotentialScreenProps) {
  const { state, viewer, now, compatibility, declinedClashes, needs, spots, onUnavailable } = props;
  const { t } = useTranslation('matching');
  const statusText = useStatusText();
  const choose = useChoose();
  const [choiceCount, setChoiceCount] = useState(0);
  const fullNote = useId();
  const { isMentee, isGroup } = viewer;
  const { activeMatches: matches, expiryHours, clockOffset } = state;

  const spanOfMatch = (match: Match) => spanOf(match, { matches, isMentee, expiryHours });
  const isOver = (match: Match, span: Span | null) =>
    isExpired(match, span, now) || (match.status === 'ACTIVE' && !isActable(match, isMentee, isGroup));
  const open = matches.filter((match) => !isOver(match, spanOfMatch(match)));
  // What ended stands last.
  const ordered = [...open, ...matches.filter((match) => !open.includes(match))];
  const { groupInfo } = state;
  const places = placesOf(state, isMentee);
  const clashing = new Set(
    [...compatibility].filter(([, one]) => one.groupCompatibility === 'INCOMPATIBLE').map(([id]) => id),
  );
  const confirm = confirmState({ matches: open, isMentee, isGroup, places, clashing });
  const [first] = confirm.counted;
  const shared = isMentee && first !== undefined ? spanOfMatch(first) : null;
  const isFull = spots === 0;

  return (
    <>
      {!isMentee && !isGroup && state.freePlaces !== null && state.freePlaces > 0 && (
        <p className={styles.places}>{t('places.free', { count: state.freePlaces })}</p>
      )}
      {isFull && (
        <p className={styles.places} id={fullNote}>
          {t('places.groupFull')}
        </p>
      )}
      {shared !== null && (
        <div className={styles.shared}>
          <Countdown span={shared} clockOffset={clockOffset} />
        </div>
      )}
      <ul className={styles.cards}>
        {ordered.map((match) => {
          const span = spanOfMatch(match);
          if (match.status !== 'ACTIVE' || isOver(match, span)) {
            const isPending = match.status === 'PENDING' && !match.isExpired;
            const message = statusText(match, !isPending && isExpired(match, span, now));
            return <MatchCard key={match.id} match={match} isOver={!isPending} message={message} />;
          }
          const fit = compatibility.get(match.id);
          const clashes = fit?.clashingCriterias ?? [];
          const clashId = `clash-${match.id}`;
          const isDeclinedClash = declinedClashes.has(match.id);
          return (
            <MatchCard key={match.id} match={match} isOver={false}>
              {clashes.length > 0 && (
                <ClashNote id={clashId} keys={clashes} match={match} needs={needs} state={state} />
              )}
              {isDeclinedClash && (
                <p className={styles.unfit} id={clashId}>
                  {t('history.incompatible')}
                </p>
              )}
              {!isMentee && span !== null && <Countdown span={span} clockOffset={clockOffset} />}
              <InterestToggle
                match={match}
                closedBy={clashes.length > 0 || isDeclinedClash ? clashId : isFull ? fullNote : undefined}
                onChoose={(interestStatus) => {
                  setChoiceCount((count) => count + 1);
                  choose.mutate({ match, interestStatus });
                }}
              />
            </MatchCard>
          );
        })}
      </ul>
      {confirm.counted.length > 0 && (
        <ConfirmBar
          confirm={confirm}
          isMentor={!isMentee}
          places={places}
          hint={readyHint({ isMentee, isGroup, chosen: confirm.chosen, places, group: groupInfo })}
          choiceCount={choiceCount}
          onUnavailable={onUnavailable}
        />
      )}
    </>
  );
}
