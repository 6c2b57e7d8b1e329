import { Button } from '@mantine/core';
import { useState } from 'react';
import { announce, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { CloseOnBack } from '../../shell/close-on-back';
import styles from './delete-dialog.module.css';

interface DeleteDialogProps {
  /** Requests the deletion. Returns false without a connection. */
  onDelete: () => boolean;
  onClose: () => void;
  /** Takes the focus: the menu of the message is gone. */
  onDeleted: () => void;
}

/** Asks before a message is deleted for all members. */
export default function DeleteDialog({ onDelete, onClose, onDeleted }: DeleteDialogProps) {
  const { t } = useTranslation('messenger');
  const [isOffline, setIsOffline] = useState(false);
  const confirm = () => {
    if (!onDelete()) {
      setIsOffline(true);
      return;
    }
    onClose();
    announce(t('message.deleted'));
    onDeleted();
  };
  return (
    <ModalDialog label={t('deletion.title')} placement="center" onClose={onClose}>
      <CloseOnBack onClose={onClose} />
      <div className={styles.body}>
        <h2 className={styles.title}>{t('deletion.title')}</h2>
        <p className={styles.hint}>{t('deletion.hint')}</p>
        <p className={styles.hint}>{t('deletion.report')}</p>
        {isOffline && (
          <p className={styles.error} role="alert">
            {t('deletion.offline')}
          </p>
        )}
        <div className={styles.buttons}>
          <Button variant="subtle" onClick={onClose}>
            {t('deletion.cancel')}
          </Button>
          <Button onClick={confirm}>{t('deletion.confirm')}</Button>
        </div>
      </div>
    </ModalDialog>
  );
}
