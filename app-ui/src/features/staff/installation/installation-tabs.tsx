import { useTranslation } from 'ui-kit';
import { AreaTabs } from '../components/area-tabs';

/** The pages of the installation. */
export function InstallationTabs({ shown }: { shown: 'state' | 'programmes' | 'failed-jobs' | 'webhooks' }) {
  const { t } = useTranslation('staff');
  const tabs = [
    { to: '/staff/installation', label: t('installation.state'), isCurrent: shown === 'state' },
    {
      to: '/staff/installation/programmes',
      label: t('programmes.title'),
      isCurrent: shown === 'programmes',
    },
    {
      to: '/staff/installation/failed-jobs',
      label: t('installation.failedJobs'),
      isCurrent: shown === 'failed-jobs',
    },
    {
      to: '/staff/installation/webhooks',
      label: t('webhooks.title'),
      isCurrent: shown === 'webhooks',
    },
  ];
  return <AreaTabs label={t('installation.tabs')} tabs={tabs} />;
}
