import { useTranslation } from 'ui-kit';
import { AreaTabs } from '../components/area-tabs';

/** The pages of the installation. */
export function InstallationTabs({ shown }: { shown: 'state' | 'failed-jobs' | 'webhooks' | 'api-keys' }) {
  const { t } = useTranslation('staff');
  const tabs = [
    { to: '/staff/installation', label: t('installation.state'), isCurrent: shown === 'state' },
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
    {
      to: '/staff/installation/api-keys',
      label: t('apiKeys.title'),
      isCurrent: shown === 'api-keys',
    },
  ];
  return <AreaTabs label={t('installation.tabs')} tabs={tabs} />;
}
