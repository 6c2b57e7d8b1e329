import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'ui-kit';
import { type SurveyWindow, surveysQuery } from '../survey-window';

/** Says who can take the survey of a window at any time, also if it is stopped; empty if no one can. */
export function useStillOpen({ survey, programme }: SurveyWindow): string {
  const { t } = useTranslation('staff');
  const { data } = useQuery(surveysQuery);
  const openTo =
    data?.programmes.find(({ id }) => id === programme.id)?.surveys.find(({ key }) => key === survey.key)
      ?.openTo ?? [];
  const [role] = openTo;
  if (role === undefined) return '';
  return t(`surveys.stillOpenTo.${openTo.length > 1 ? 'both' : role === 'mentor' ? 'mentor' : 'mentee'}`);
}
