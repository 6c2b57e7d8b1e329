import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useErrorText, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import form from './case-form.module.css';
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
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const formId = useId();
  const read = useMutation({ mutationFn: () => load(reason) });
  const canRead = reason.trim().length >= MIN_LENGTH;
  return (
    <ModalDialog label={title} placement="center" onClose={onClose}>
      <div className={styles.dialog}>
        <h2 className={styles.title}>{title}</h2>
        {read.data !== undefined ? (
          children(read.data)
        ) : (
          <form
            id={formId}
            className={form.form}
            onSubmit={(event) => {
              event.preventDefault();
              if (canRead) read.mutate();
            }}
          >
            <p className={styles.text}>{t('safeguarding.privacyNotice')}</p>
            <label className={form.field}>
              <span className={form.label}>{t('safeguarding.reason')}</span>
              <textarea
                rows={2}
                dir="auto"
                maxLength={MAX_LENGTH}
                value={reason}
                onChange={(event) => onReasonChange(event.target.value)}
              />
            </label>
            {read.error && (
              <p className={form.error} role="alert">
                {errorText(read.error)}
              </p>
            )}
          </form>
        )}
        <div className={form.buttons}>
          <Button variant="subtle" onClick={onClose}>
            {read.data !== undefined ? t('safeguarding.done') : t('safeguarding.cancel')}
          </Button>
          {read.data === undefined && (
            <Button type="submit" form={formId} disabled={!canRead} loading={read.isPending}>
              {action}
            </Button>
          )}
        </div>
      </div>
    </ModalDialog>
  );
}
