import { createContext } from 'react';
import type { ProgrammeRules } from './rules';

/** The sessions and surveys that rules can name. */
export const ChoicesContext = createContext<ProgrammeRules['choices']>({
  mentorshipSessions: [],
  hubSessions: [],
  surveys: [],
});
