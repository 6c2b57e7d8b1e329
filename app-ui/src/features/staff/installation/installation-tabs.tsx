import { useTranslation } from 'ui-kit';
import { AreaTabs } from '../components/area-tabs';

type Page = 'state' | 'programmes' | 'failed-jobs' | 'webhooks' | 'api-keys';

/** The pages of the installation. */
export function InstallationTabs({ shown }: { shown: Page }) {
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
    {
      to: '/staff/installation/api-keys',
      label: t('apiKeys.title'),
      isCurrent: shown === 'api-keys',
    },
  ];
  return <AreaTabs label={t('installation.tabs')} tabs={tabs} />;
}
