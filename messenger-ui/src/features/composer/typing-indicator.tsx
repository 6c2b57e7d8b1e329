import { useTranslation } from 'ui-kit';
import { usePeople } from '../../hooks/use-people';
import type { Channel } from '../../model/channels';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import styles from './typing-indicator.module.css';

const NO_USERS: readonly string[] = [];

/** Members who are typing. Its space is reserved, so that the list does not move. */
export function TypingIndicator({ channel }: { channel: Channel }) {
  const { t } = useTranslation('messenger');
  const { hub } = useChat();
  const typists = useStore(hub.typing, (typing) => typing.get(channel.channelId) ?? NO_USERS);
  const getPerson = usePeople(channel);
  const [first, second] = typists.map((userId) => getPerson(userId).name);
  return (
    <p className={styles.line}>
      {first !== undefined && (
        <>
          <span aria-hidden className={styles.dots}>
            <i />
            <i />
            <i />
          </span>
          <span className={styles.text}>
            {typists.length === 1 && t('typing.one', { name: first })}
            {typists.length === 2 && t('typing.two', { first, second })}
            {typists.length > 2 && t('typing.many', { count: typists.length })}
          </span>
        </>
      )}
    </p>
  );
}
