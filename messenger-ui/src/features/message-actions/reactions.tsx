import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'ui-kit';
import type { ChatMessage } from '../../model/message';
import { useMessageActionsContext } from './message-actions-context';
import styles from './reactions.module.css';

/** Limit of names in the label of a reaction; the others are counted. */
const MAX_NAMES = 5;

/** Reactions below the bubble; a click toggles the reader's own one. */
export function Reactions({ message }: { message: ChatMessage }) {
  const { t, i18n } = useTranslation('messenger');
  const { selfId, canReact, nameOf, react } = useMessageActionsContext();
  if (message.reactions.length === 0) return null;
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  return (
    <ul className={styles.list} aria-label={t('reactions.label')}>
      {message.reactions.map(({ emoji, count, userIds }) => {
        const isOwn = userIds.includes(selfId);
        const named = userIds.slice(0, MAX_NAMES).map((id) => (id === selfId ? t('you') : nameOf(id)));
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
              disabled={!canReact}
              onClick={() => react(message, emoji, !isOwn)}
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
