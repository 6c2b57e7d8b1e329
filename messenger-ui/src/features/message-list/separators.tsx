import { useTranslation } from 'ui-kit';
import { type Channel, isWithBot } from '../../model/channels';
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
export function ChannelStart({ channel }: { channel: Channel }) {
  const { t } = useTranslation('messenger');
  if (!isWithBot(channel)) return <p className={styles.start}>{t('messageList.start')}</p>;
  const isAssistant = channel.kind === 'assistant';
  return (
    <div className={styles.start}>
      <p>{isAssistant ? t('messageList.startAssistant') : t('messageList.start')}</p>
      <p className={styles.disclosure}>
        {isAssistant ? t('assistant.disclosure') : t('messageList.startTeam')}
      </p>
    </div>
  );
}
