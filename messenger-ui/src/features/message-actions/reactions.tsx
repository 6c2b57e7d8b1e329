import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'ui-kit';
import type { ChatMessage } from '../../model/message';
import { canReact } from '../../model/permissions';
import styles from './reactions.module.css';
import type { MessageTools } from './tools';

/** Names that are read out for one reaction; the rest is a number. */
const MOST_NAMED = 5;

/** Who reacted with what, below the bubble; a click adds one's own or takes it back. */
export function Reactions({ message, tools }: { message: ChatMessage; tools: MessageTools }) {
  const { t, i18n } = useTranslation('messenger');
  if (message.reactions.length === 0) return null;
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  return (
    <ul className={styles.list} aria-label={t('reactions.label')}>
      {message.reactions.map(({ emoji, count, userIds }) => {
        const isOwn = userIds.includes(tools.selfId);
        const named = userIds
          .slice(0, MOST_NAMED)
          .map((id) => (id === tools.selfId ? t('you') : tools.nameOf(id)));
        const more = count - named.length;
        const names = list.format(more > 0 ? [...named, t('reactions.more', { count: more })] : named);
        const label = t('reactions.by', { emoji, names });
        return (
          <li key={emoji}>
            <UnstyledButton
              className={styles.chip}
              aria-pressed={isOwn}
              aria-label={label}
              title={label}
              disabled={!canReact(tools.channel)}
              onClick={() => tools.react(message, emoji, !isOwn)}
            >
              <span aria-hidden>{emoji}</span>
              <span aria-hidden className={styles.count}>
                {count}
              </span>
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}
