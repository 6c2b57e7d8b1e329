import type { MatchingState } from '../../../shared/matches/active-matches';
import type { Reason } from '../../../shared/matches/types';
import { DetailsDialog } from './dialogs/details-dialog';
import { HistoryDialog } from './dialogs/history-dialog';
import { LeaveDialog } from './dialogs/leave-dialog';
import { NeedsDialog } from './dialogs/needs-dialog';
import { TextDialog } from './dialogs/text-dialog';
import { UnavailableDialog } from './dialogs/unavailable-dialog';
import { WithdrawDialog } from './dialogs/withdraw-dialog';
import { useOpenDialog } from './use-open-dialog';
import { useUnavailable } from './use-unavailable';

interface MatchingDialogsProps {
  /** Undefined while it loads: a link opens the history and details without it. */
  state: MatchingState | undefined;
  needs: readonly Reason[];
}

/** The dialog that the address names. */
export function MatchingDialogs({ state, needs }: MatchingDialogsProps) {
  const { kind, id, close } = useOpenDialog();
  const match = state?.activeMatches.find((one) => one.id === id);
  const unavailable = useUnavailable(state, kind === 'info' ? id : null);
  switch (kind) {
    case 'history':
      return <HistoryDialog matches={state?.activeMatches ?? []} onClose={close} />;
    case 'needs':
      return <NeedsDialog needs={needs} onClose={close} />;
    case 'leave':
      return state?.isInPool ? <LeaveDialog onClose={close} /> : null;
    case 'info': {
      if (unavailable !== null) return <UnavailableDialog {...unavailable} />;
      const member = state?.groupInfo?.existingMemberInfo.find((one) => one.id === id);
      return <DetailsDialog id={id} name={(match ?? member)?.fullName} onClose={close} />;
    }
    case 'withdraw':
      return match?.status === 'PENDING' ? (
        <WithdrawDialog id={id} name={match.fullName} onClose={close} />
      ) : null;
    case 'text': {
      const screen = state?.screensList.find(({ key }) => key === id);
      const text = screen?.localeDescription ?? match?.affiliation;
      const title = screen?.localeTitle ?? match?.fullName;
      return text === undefined || title === undefined ? null : (
        <TextDialog title={title} text={text} onClose={close} />
      );
    }
    default:
      return null;
  }
}
