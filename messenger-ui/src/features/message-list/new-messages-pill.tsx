import { UnstyledButton } from '@mantine/core';
import { ArrowDown } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import styles from './new-messages-pill.module.css';

/** Button that scrolls to the newest message, with the number of new ones. */
export function NewMessagesPill({ count, onPress }: { count: number; onPress: () => void }) {
  const { t } = useTranslation('messenger');
  return (
    <UnstyledButton
      className={styles.pill}
      data-new={count > 0 || undefined}
      aria-label={count > 0 ? undefined : t('messageList.scrollToNewest')}
      onClick={onPress}
    >
      <ArrowDown aria-hidden size={16} />
      {count > 0 && <span>{t('messageList.newMessages', { count })}</span>}
    </UnstyledButton>
  );
}
