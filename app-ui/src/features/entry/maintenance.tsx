import { useTranslation } from 'ui-kit';
import { PageMessage } from '../../routes/page-message';

export function Maintenance() {
  const { t } = useTranslation('app');
  return <PageMessage title={t('maintenance.title')}>{t('maintenance.text')}</PageMessage>;
}
