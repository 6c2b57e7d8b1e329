import type { Schemas } from 'ui-kit';

/** What the first step of a sign-in of staff leaves: state of the navigation to the second. */
export type SecondStep = Schemas['SecondFactorRequiredResponse'];

export const SECOND_STEP_PATH = '/signin/code';
