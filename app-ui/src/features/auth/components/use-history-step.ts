import { useLocation, useNavigate } from 'react-router';
import type { SentCode } from './use-sent-code';

/** How to enter a step: as a new history entry or replacing the current one. */
type HistoryStepOptions = { replace?: boolean; sent?: SentCode };

interface HistoryStep {
  step: number;
  goTo: (step: number, how?: HistoryStepOptions) => void;
  /** Goes back in the browser history. */
  back: () => void;
}

/**
 * Keeps the steps of a form as entries of the browser history on one address. `furthest` is the last step that the
 * known data allows, whatever the history says.
 */
export function useHistoryStep(furthest: number): HistoryStep {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const requested = (state as { step?: unknown } | null)?.step;
  return {
    step: Math.min(typeof requested === 'number' ? requested : 0, furthest),
    goTo: (step, { replace = false, sent } = {}) =>
      void navigate({ pathname, search }, { replace, state: { step, sent }, preventScrollReset: false }),
    back: () => void navigate(-1),
  };
}
