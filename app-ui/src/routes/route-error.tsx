import { Button } from '@mantine/core';
import { useTranslation } from 'ui-kit';
import { useFailedPage } from './page';
import { PageMessage } from './page-message';

/** A page broke, or its chunk is gone because a new release came: loading anew helps in both cases. */
export function RouteError() {
  const { t } = useTranslation('app');
  const { tryAgain } = useFailedPage();
  return (
    <PageMessage
      title={t('pageError.title')}
      action={<Button onClick={tryAgain}>{t('actions.reload')}</Button>}
    >
      {t('pageError.text')}
    </PageMessage>
  );
}
