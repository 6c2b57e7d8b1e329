import { useQuery } from '@tanstack/react-query';
import { type Schemas, useTranslation } from 'ui-kit';
import { fetchPageOf, staffAccessQuery } from '../../api/staff';

const fetchWindows = fetchPageOf<Schemas['SurveyWindow']>('/api/staff/survey-windows/');

/** Says which survey the people of a mentorship are asked to take after its end; empty without one, and for staff who do not see it. */
export function useExitSurvey(programme: string): string {
  const { t } = useTranslation('staff');
  const { data: access } = useQuery(staffAccessQuery);
  const { data: windows } = useQuery({
    queryKey: ['staff', 'exit-surveys', programme],
    queryFn: ({ signal }) => fetchWindows({ kind: 'exit', state: 'open', programme }, signal),
    enabled: access?.permissions.includes('manage_surveys') === true,
  });
  const survey = windows?.results[0]?.survey.name;
  return survey === undefined ? '' : t('mentorship.exitSurvey', { survey });
}
