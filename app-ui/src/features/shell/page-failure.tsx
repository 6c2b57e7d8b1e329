import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { NetworkError, reportError, useErrorText, useIsOnline, useTranslation } from 'ui-kit';
import message from '../../routes/page-message.module.css';
import styles from './app-layout.module.css';

/**
 * A page broke, or could not be fetched. What stands around it stays: the way to other pages, a call that is under way, and
 * what was being written. So nothing is loaded anew by itself.
 */
export function PageFailure() {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const error = useRouteError();
  const isOnline = useIsOnline();
  useEffect(() => void reportError(error), [error]);
  return (
    <div className={`${message.card} ${styles.failure}`} role="alert">
      <h1 className={message.title}>{t('pageError.title')}</h1>
      <p className={message.text}>{isOnline ? t('pageError.text') : errorText(new NetworkError())}</p>
      {isOnline && <Button onClick={() => window.location.reload()}>{t('actions.reload')}</Button>}
    </div>
  );
}
