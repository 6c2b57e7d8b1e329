import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'ui-kit';
import styles from './collapsed-message.module.css';

/** Hides a message of a person who is blocked or was reported behind a button. */
export function CollapsedMessage({ children }: { children: ReactNode }) {
  const { t } = useTranslation('messenger');
  const [isExpanded, setIsExpanded] = useState(false);
  if (isExpanded) return children;
  return (
    <p className={styles.collapsed}>
      {t('blocked.collapsed')} ·{' '}
      <UnstyledButton className={styles.show} onClick={() => setIsExpanded(true)}>
        {t('blocked.show')}
      </UnstyledButton>
    </p>
  );
}
