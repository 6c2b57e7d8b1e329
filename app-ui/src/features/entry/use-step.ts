import { useLocation, useNavigate } from 'react-router';
import type { SentCode } from './sent-code';

/** How to come to a step: as a page of its own for the browser's back button, or in the place of the current one. */
type How = { replace?: boolean; sent?: SentCode };

interface Step {
  step: number;
  goTo: (step: number, how?: How) => void;
  /** One back, as the browser's own button does. */
  back: () => void;
}

/**
 * The steps of a form that stands on one address. They are entries of the history, so that the back button leads
 * through them; `furthest` is the last one that can be shown with what is known, whatever the history says.
 */
export function useStep(furthest: number): Step {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const asked = (state as { step?: unknown } | null)?.step;
  return {
    step: Math.min(typeof asked === 'number' ? asked : 0, furthest),
    goTo: (step, { replace = false, sent } = {}) =>
      void navigate({ pathname, search }, { replace, state: { step, sent }, preventScrollReset: false }),
    back: () => void navigate(-1),
  };
}
