import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { reportError, useTranslation } from 'ui-kit';
import { PageMessage } from './page-message';

/** A page broke, or its chunk is gone because a new release came: loading anew helps in both cases. */
export function RouteError() {
  const { t } = useTranslation('app');
  const error = useRouteError();
  useEffect(() => void reportError(error), [error]);
  return (
    <PageMessage
      title={t('pageError.title')}
      action={<Button onClick={() => window.location.reload()}>{t('actions.reload')}</Button>}
    >
      {t('pageError.text')}
    </PageMessage>
  );
}
