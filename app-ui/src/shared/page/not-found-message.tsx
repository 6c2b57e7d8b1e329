import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import styles from './page-message.module.css';

/** Says within the layout of the app that a page does not exist. */
export function NotFoundMessage() {
  const { t } = useTranslation('app');
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <h1 className={styles.title}>{t('notFound.title')}</h1>
        <p className={styles.text}>{t('notFound.text')}</p>
        <Button component={Link} to="/">
          {t('notFound.toHome')}
        </Button>
      </div>
    </div>
  );
}
