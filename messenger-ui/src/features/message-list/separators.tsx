import { useTranslation } from 'ui-kit';
import styles from './separators.module.css';

/** Separator above the first message that was unread when the channel was opened. */
export function UnreadSeparator() {
  const { t } = useTranslation('messenger');
  return (
    <div className={styles.unread} data-unread-line="">
      <span>{t('message.unreadSeparator')}</span>
    </div>
  );
}

/** Row above the first message of the channel. */
export function ChannelStart({ isAssistant }: { isAssistant: boolean }) {
  const { t } = useTranslation('messenger');
  if (!isAssistant) return <p className={styles.start}>{t('messageList.start')}</p>;
  return (
    <div className={styles.start}>
      <p>{t('messageList.startAssistant')}</p>
      <p className={styles.disclosure}>{t('assistant.disclosure')}</p>
    </div>
  );
}
