import { useTranslation } from 'ui-kit';
import { AreaTabs } from '../components/area-tabs';

const TABS = ['texts', 'bundle'] as const;

/** The pages of the content. */
export function ContentTabs({ current }: { current: (typeof TABS)[number] }) {
  const { t } = useTranslation('staff');
  return (
    <AreaTabs
      label={t('content.tabs')}
      tabs={TABS.map((tab) => ({
        to: `/staff/content/${tab}`,
        label: t(`${tab}.title`),
        isCurrent: tab === current,
      }))}
    />
  );
}
