import { Button } from '@mantine/core';
import { Copy } from 'lucide-react';
import { toast, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import styles from './webhooks.module.css';

interface SecretDialogProps {
  title: string;
  text: string;
  /** Of the secret. */
  label: string;
  secret: string;
  onClose: () => void;
}

/** Shows a secret once, to copy. Only its button closes the dialog, because the secret is gone then. */
export function SecretDialog({ title, text, label, secret, onClose }: SecretDialogProps) {
  const { t } = useTranslation('staff');
  const copy = () =>
    // Without the right to the clipboard the person selects it.
    void navigator.clipboard?.writeText(secret).then(
      () => toast(t('webhooks.copied')),
      () => undefined,
    );
  return (
    <ModalDialog label={title} placement="center" isDismissible={false}>
      <div className={styles.secret}>
        <h2 className={styles.heading}>{title}</h2>
        <p className={styles.text}>{text}</p>
        <output className={styles.code} aria-label={label} dir="ltr">
          {secret}
        </output>
        <div className={styles.buttons}>
          <Button variant="default" leftSection={<Copy aria-hidden size={16} />} onClick={copy}>
            {t('webhooks.copy')}
          </Button>
          <Button onClick={onClose}>{t('webhooks.close')}</Button>
        </div>
      </div>
    </ModalDialog>
  );
}
