import { Button, Loader } from '@mantine/core';
import { CloudOff, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../http/use-error-text';
import styles from './states.module.css';

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  icon?: LucideIcon;
  action?: ReactNode;
}

/** Explains an empty area and offers an action. */
export function EmptyState({ title, children, icon: Icon, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {Icon && (
        <span className={styles.mark}>
          <Icon aria-hidden size={22} strokeWidth={1.75} />
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  );
}

/** Shows a failed load and a retry button. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <div className={styles.state} role="alert">
      <span className={styles.mark}>
        <CloudOff aria-hidden size={22} strokeWidth={1.75} />
      </span>
      <p className={styles.title}>{t('states.failed')}</p>
      <p className={styles.text}>{errorText(error)}</p>
      <Button variant="light" onClick={onRetry}>
        {t('actions.retry')}
      </Button>
    </div>
  );
}

export function Spinner({ size = 20 }: { size?: number }) {
  return <Loader aria-hidden size={size} color="var(--mh-accent)" />;
}

/** A labelled loading indicator. */
export function LoadingState({ label }: { label?: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.state} role="status">
      <Spinner size={26} />
      <p className={styles.text}>{label ?? t('states.loading')}</p>
    </div>
  );
}
