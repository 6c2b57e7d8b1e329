import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'ui-kit';
import styles from './folded-message.module.css';

/** A message of somebody the reader blocked: there, and not in the way. */
export function FoldedMessage({ children }: { children: ReactNode }) {
  const { t } = useTranslation('messenger');
  const [isShown, setIsShown] = useState(false);
  if (isShown) return children;
  return (
    <p className={styles.folded}>
      {t('blocked.folded')} ·{' '}
      <UnstyledButton className={styles.show} onClick={() => setIsShown(true)}>
        {t('blocked.show')}
      </UnstyledButton>
    </p>
  );
}
