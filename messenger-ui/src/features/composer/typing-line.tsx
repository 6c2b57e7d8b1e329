import { useTranslation } from 'ui-kit';
import type { Channel } from '../../model/channels';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import { usePeople } from '../conversation/people';
import styles from './typing-line.module.css';

const NOBODY: readonly string[] = [];

/** Who is writing. Its place is kept free, so that the list does not move each time someone begins. */
export function TypingLine({ channel }: { channel: Channel }) {
  const { t } = useTranslation('messenger');
  const { hub } = useChat();
  const typists = useStore(hub.typing, (typing) => typing.get(channel.channelId) ?? NOBODY);
  const person = usePeople(channel);
  const [first, second] = typists.map((userId) => person(userId).name);
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
