import { UnstyledButton } from '@mantine/core';
import { ArrowDown } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import styles from './new-messages-pill.module.css';

/** The way back to the newest message; the reader decides when. */
export function NewMessagesPill({ count, onPress }: { count: number; onPress: () => void }) {
  const { t } = useTranslation('messenger');
  return (
    <UnstyledButton
      className={styles.pill}
      data-new={count > 0 || undefined}
      aria-label={count > 0 ? undefined : t('list.toEnd')}
      onClick={onPress}
    >
      <ArrowDown aria-hidden size={16} />
      {count > 0 && <span>{t('list.newMessages', { count })}</span>}
    </UnstyledButton>
  );
}
