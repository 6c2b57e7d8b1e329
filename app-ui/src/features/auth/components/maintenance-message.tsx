import { useTranslation } from 'ui-kit';
import { PageMessage } from '../../../shared/page/page-message';

export function MaintenanceMessage() {
  const { t } = useTranslation('app');
  return <PageMessage title={t('maintenance.title')}>{t('maintenance.text')}</PageMessage>;
}
