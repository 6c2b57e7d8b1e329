import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import styles from './dialog-frame.module.css';

interface DialogFrameProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Replaces the close button. */
  actions?: ReactNode;
}

/** A dialog with a title, scrolling content and a close button below it. */
export function DialogFrame({ title, onClose, children, actions }: DialogFrameProps) {
  const { t } = useTranslation('matching');
  const heading = useId();
  return (
    <ModalDialog label={title} placement="center" isTall onClose={onClose}>
      <h2 className={styles.title} id={heading}>
        <bdi>{title}</bdi>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to */}
      <section className={styles.content} aria-labelledby={heading} tabIndex={0}>
        {children}
      </section>
      <footer className={styles.actions}>
        {actions ?? (
          <Button variant="subtle" onClick={onClose}>
            {t('closeCaps')}
          </Button>
        )}
      </footer>
    </ModalDialog>
  );
}
