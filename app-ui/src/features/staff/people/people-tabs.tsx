import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'ui-kit';
import { staffAccessQuery } from '../api/staff';
import { AreaTabs } from '../components/area-tabs';

/** People, those who are invited, and cohorts, for staff who may change them. */
export function PeopleTabs({ shown }: { shown: 'people' | 'invitations' | 'cohorts' }) {
  const { t } = useTranslation('staff');
  const { data: access } = useQuery(staffAccessQuery);
  if (!access?.permissions.includes('manage_people')) return null;
  const tabs = [
    { to: '/staff/people', label: t('people.title'), isCurrent: shown === 'people' },
    { to: '/staff/people/invitations', label: t('invitations.title'), isCurrent: shown === 'invitations' },
    { to: '/staff/people/cohorts', label: t('cohorts.title'), isCurrent: shown === 'cohorts' },
  ];
  return <AreaTabs label={t('people.tabs')} tabs={tabs} />;
}
