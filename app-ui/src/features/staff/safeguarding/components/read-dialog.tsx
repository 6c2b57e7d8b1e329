import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { TextArea } from 'ui-kit/text-area';
import { useMissing } from '../../../../shared/lists/use-missing';
import styles from './read-dialog.module.css';

const MIN_LENGTH = 3;
const MAX_LENGTH = 500;

interface ReadDialogProps<Content> {
  title: string;
  /** The action that needs the reason. */
  action: string;
  /** Kept by the card, because staff often open conversation and file for the same reason. */
  reason: string;
  onReasonChange: (reason: string) => void;
  read: (reason: string) => Promise<Content>;
  onClose: () => void;
  children: (content: Content) => ReactNode;
}

/** Shows something private after staff gave a reason, which the server records. */
export function ReadDialog<Content>({
  title,
  action,
  reason,
  onReasonChange,
  read: load,
  onClose,
  children,
}: ReadDialogProps<Content>) {
  const { t } = useTranslation('staff');
  const missing = useMissing();
  const errorText = useErrorText();
  const read = useMutation({ mutationFn: () => load(reason) });
  if (read.data !== undefined)
    return (
      <ModalDialog label={title} placement="center" onClose={onClose}>
        <div className={styles.content}>
          <h2 className={styles.title}>{title}</h2>
          {children(read.data)}
          <Button className={styles.done} variant="subtle" onClick={onClose}>
            {t('safeguarding.done')}
          </Button>
        </div>
      </ModalDialog>
    );
  return (
    <FormDialog
      title={title}
      text={t('safeguarding.privacyNotice')}
      cancel={t('safeguarding.cancel')}
      submit={action}
      missing={missing({ [t('safeguarding.reason')]: reason.trim().length < MIN_LENGTH })}
      isPending={read.isPending}
      error={read.error && errorText(read.error)}
      onSubmit={() => read.mutate()}
      onClose={onClose}
    >
      <TextArea
        label={t('safeguarding.reason')}
        rows={2}
        maxLength={MAX_LENGTH}
        value={reason}
        onChange={onReasonChange}
      />
    </FormDialog>
  );
}
