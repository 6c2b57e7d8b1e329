import { Button } from '@mantine/core';
import { Copy } from 'lucide-react';
import { toast, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import styles from './webhooks.module.css';

interface SecretDialogProps {
  title: string;
  text: string;
  secret: string;
  onClose: () => void;
}

/** Shows a secret once, to copy. */
export function SecretDialog({ title, text, secret, onClose }: SecretDialogProps) {
  const { t } = useTranslation('staff');
  const copy = () =>
    // Without the right to the clipboard the person selects it.
    void navigator.clipboard?.writeText(secret).then(
      () => toast(t('webhooks.copied')),
      () => undefined,
    );
  return (
    <FormDialog
      title={title}
      text={text}
      cancel={t('webhooks.cancel')}
      submit={t('webhooks.close')}
      onSubmit={onClose}
      onClose={onClose}
    >
      <div className={styles.secret}>
        <output className={styles.code} aria-label={t('webhooks.secret')} dir="ltr">
          {secret}
        </output>
        <Button variant="default" leftSection={<Copy aria-hidden size={16} />} onClick={copy}>
          {t('webhooks.copy')}
        </Button>
      </div>
    </FormDialog>
  );
}
