import { useState } from 'react';
import { announce, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { CloseOnBack } from '../../shell/close-on-back';

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
    <FormDialog
      title={t('deletion.title')}
      text={`${t('deletion.hint')} ${t('deletion.report')}`}
      cancel={t('deletion.cancel')}
      submit={t('deletion.confirm')}
      error={isOffline ? t('deletion.offline') : null}
      onSubmit={confirm}
      onClose={onClose}
    >
      <CloseOnBack onClose={onClose} />
    </FormDialog>
  );
}
