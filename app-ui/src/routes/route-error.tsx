import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { reportError, useTranslation } from 'ui-kit';
import { PageMessage } from './page-message';
import styles from './route-error.module.css';

/** A page broke, or its chunk is gone because a new release came: loading anew helps in both cases. */
export function RouteError() {
  const { t } = useTranslation('app');
  const error = useRouteError();
  useEffect(() => void reportError(error), [error]);
  return (
    <PageMessage
      title={t('pageError.title')}
      action={
        <div className={styles.actions}>
          <Button onClick={() => window.location.reload()}>{t('actions.reload')}</Button>
          <Button component="a" href="/" variant="subtle">
            {t('actions.home')}
          </Button>
        </div>
      }
    >
      {t('pageError.text')}
    </PageMessage>
  );
}
