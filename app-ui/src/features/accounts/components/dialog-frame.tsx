import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import styles from './dialog-frame.module.css';

interface DialogFrameProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a title, a close button and scrolling content. */
export function DialogFrame({ title, onClose, children }: DialogFrameProps) {
  const { t } = useTranslation('app');
  return (
    <ModalDialog label={title} placement="center" isTall onClose={onClose}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <IconButton label={t('account.close')} size={44} onClick={onClose}>
          <X aria-hidden size={20} />
        </IconButton>
      </header>
      {children}
    </ModalDialog>
  );
}
