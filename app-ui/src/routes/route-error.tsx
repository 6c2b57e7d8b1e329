import { Button } from '@mantine/core';
import { useTranslation } from 'ui-kit';
import { useFailedPage } from '../shared/page/lazy-page';
import { PageMessage } from '../shared/page/page-message';

/** Replaces the app after an error. A reload also helps after a release has replaced the chunks. */
export function RouteError() {
  const { t } = useTranslation('app');
  const { retry } = useFailedPage();
  return (
    <PageMessage title={t('pageError.title')} action={<Button onClick={retry}>{t('actions.reload')}</Button>}>
      {t('pageError.text')}
    </PageMessage>
  );
}
