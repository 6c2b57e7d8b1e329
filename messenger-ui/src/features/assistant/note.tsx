import { UnstyledButton } from '@mantine/core';
import { BookOpen, RotateCcw } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import styles from './note.module.css';

/** Where an answer comes from. */
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

/** Asks for another try after an apology. */
export function TryAgain({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('messenger');
  return (
    <UnstyledButton className={styles.again} onClick={onPress}>
      <RotateCcw aria-hidden size={14} />
      {t('assistant.again')}
    </UnstyledButton>
  );
}
