import { useTranslation } from 'ui-kit';
import styles from './separators.module.css';

/** Above the first message that was unread when the channel was opened. */
export function UnreadLine() {
  const { t } = useTranslation('messenger');
  return (
    <div className={styles.unread} data-unread-line="">
      <span>{t('message.unreadLine')}</span>
    </div>
  );
}

/** Above the first message of all. */
export function Beginning({ isAssistant }: { isAssistant: boolean }) {
  const { t } = useTranslation('messenger');
  if (!isAssistant) return <p className={styles.beginning}>{t('list.beginning')}</p>;
  return (
    <div className={styles.beginning}>
      <p>{t('list.beginningAssistant')}</p>
      <p className={styles.explanation}>{t('assistant.about')}</p>
    </div>
  );
}
