import { useTranslation } from 'ui-kit';
import { AreaTabs } from '../components/area-tabs';

/** The pages of the content. */
export function ContentTabs({ shown }: { shown: 'sessions' | 'texts' | 'bundle' }) {
  const { t } = useTranslation('staff');
  const tabs = [
    { to: '/staff/content', label: t('content.sessions.title'), isCurrent: shown === 'sessions' },
    { to: '/staff/content/texts', label: t('texts.title'), isCurrent: shown === 'texts' },
    { to: '/staff/content/bundle', label: t('bundle.title'), isCurrent: shown === 'bundle' },
  ];
  return <AreaTabs label={t('content.tabs')} tabs={tabs} />;
}
