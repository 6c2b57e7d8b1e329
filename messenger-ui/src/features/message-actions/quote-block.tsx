import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'ui-kit';
import { useFileSummary, useMessageSummary } from '../../hooks/use-message-summary';
import type { Quote } from '../../model/message';
import { useMessageActionsContext } from './message-actions-context';
import styles from './quote-block.module.css';

/** The quoted message above a reply; a click jumps to it. */
export function QuoteBlock({ quote }: { quote: Quote }) {
  const { t } = useTranslation('messenger');
  const { selfId, nameOf, jumpTo } = useMessageActionsContext();
  const summary = useMessageSummary();
  const fileSummary = useFileSummary();
  const author = quote.userId === selfId ? t('you') : nameOf(quote.userId);
  const text = quote.isDeleted
    ? t('message.deleted')
    : summary(quote.text) || fileSummary(quote.attachmentName);
  return (
    <UnstyledButton
      className={styles.quote}
      aria-label={t('quote.label', { author, text })}
      onClick={() => jumpTo(quote.msgId)}
    >
      <span className={styles.author}>{author}</span>
      <span className={styles.text} dir="auto">
        {text}
      </span>
    </UnstyledButton>
  );
}
