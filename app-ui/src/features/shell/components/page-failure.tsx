import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { NetworkError, useErrorText, useTranslation } from 'ui-kit';
import { useFailedPage } from '../../../shared/page/lazy-page';
import message from '../../../shared/page/page-message.module.css';
import styles from '../pages/app-layout.module.css';

/**
 * Replaces a page that failed. The layout stays, with navigation, a running call and drafts, so only the page is
 * retried; a full reload needs a click.
 */
export function PageFailure() {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const { isOnline, retry } = useFailedPage();
  return (
    <div className={`${message.card} ${styles.failure}`} role="alert">
      <h1 className={message.title}>{t('pageError.title')}</h1>
      <p className={message.text}>{isOnline ? t('pageError.text') : errorText(new NetworkError())}</p>
      {isOnline && <Button onClick={retry}>{t('actions.reload')}</Button>}
      <Button component={Link} to="/learninghub" variant="subtle">
        {t('titles.learningHub')}
      </Button>
    </div>
  );
}
