import { Button } from '@mantine/core';
import { NetworkError, useErrorText, useTranslation } from 'ui-kit';
import { useFailedPage } from '../../routes/page';
import message from '../../routes/page-message.module.css';
import styles from './app-layout.module.css';

/**
 * A page broke, or could not be fetched. What stands around it stays: the way to other pages, a call that is under way, and
 * what was being written. So the page alone is fetched again, and everything is loaded anew only by hand.
 */
export function PageFailure() {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const { isOnline, tryAgain } = useFailedPage();
  return (
    <div className={`${message.card} ${styles.failure}`} role="alert">
      <h1 className={message.title}>{t('pageError.title')}</h1>
      <p className={message.text}>{isOnline ? t('pageError.text') : errorText(new NetworkError())}</p>
      {isOnline && <Button onClick={tryAgain}>{t('actions.reload')}</Button>}
    </div>
  );
}
