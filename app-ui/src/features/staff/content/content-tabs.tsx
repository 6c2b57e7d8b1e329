import { useTranslation } from 'ui-kit';
import { AreaTabs } from '../components/area-tabs';

/** The pages of the content. */
export function ContentTabs({ shown }: { shown: 'sessions' }) {
  const { t } = useTranslation('staff');
  const tabs = [
    { to: '/staff/content', label: t('content.sessions.title'), isCurrent: shown === 'sessions' },
  ];
  return <AreaTabs label={t('content.tabs')} tabs={tabs} />;
}
