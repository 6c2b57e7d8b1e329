import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'ui-kit';
import type { Quote } from '../../model/message';
import { useSummary } from '../conversation/use-summary';
import styles from './quote-block.module.css';
import { useMessageTools } from './tools';

/** What a message answers, above its text; a click leads to it. */
export function QuoteBlock({ quote }: { quote: Quote }) {
  const { t } = useTranslation('messenger');
  const tools = useMessageTools();
  const summary = useSummary();
  const author = quote.userId === tools?.selfId ? t('you') : (tools?.nameOf(quote.userId) ?? '');
  const text = summary(quote.text) || quote.attachmentName || t('channels.file');
  return (
    <UnstyledButton
      className={styles.quote}
      aria-label={t('quote.label', { author, text })}
      onClick={() => tools?.jumpTo(quote.msgId)}
    >
      <span className={styles.author}>{author}</span>
      <span className={styles.text} dir="auto">
        {text}
      </span>
    </UnstyledButton>
  );
}
