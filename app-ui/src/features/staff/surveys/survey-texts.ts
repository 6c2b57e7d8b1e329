import { useCallback } from 'react';
import { useTranslation } from 'ui-kit';
import type { SurveyWindow } from './survey-window';

interface Named {
  survey: { key: string };
  programme: { id: string };
}

/** Returns a function that names roles: "Mentors", "Mentees", "Mentors and mentees". */
export function useRolesText(): (roles: SurveyWindow['roles']) => string {
  const { t } = useTranslation('staff');
  return useCallback((roles) => t(`surveys.roles.${roles.length === 1 ? roles[0] : 'both'}`), [t]);
}

/** The address of the results of a survey. */
export const resultsPage = ({ survey, programme }: Named): string =>
  `/staff/surveys/results/${encodeURIComponent(programme.id)}/${encodeURIComponent(survey.key)}`;
