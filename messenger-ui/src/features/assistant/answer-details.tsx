import { UnstyledButton } from '@mantine/core';
import { BookOpen, RotateCcw } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import styles from './answer-details.module.css';

/** The sources of an answer. */
export function Sources({ sources }: { sources: readonly string[] }) {
  const { t } = useTranslation('messenger');
  if (sources.length === 0) return null;
  return (
    <p className={styles.sources}>
      <BookOpen role="img" aria-label={t('assistant.sources')} size={13} />
      <span dir="auto">{sources.join(' · ')}</span>
    </p>
  );
}

/** Button that requests another answer after an apology. */
export function RetryAnswerButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('messenger');
  return (
    <UnstyledButton className={styles.retry} onClick={onPress}>
      <RotateCcw aria-hidden size={14} />
      {t('assistant.retry')}
    </UnstyledButton>
  );
}
