import { useTranslation } from 'ui-kit';
import { SecretDialog } from './secret-dialog';

/** Shows the secret of a webhook once. */
export function WebhookSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('staff');
  return (
    <SecretDialog
      title={t('webhooks.secretTitle')}
      text={t('webhooks.secretText')}
      label={t('webhooks.secret')}
      secret={secret}
      onClose={onClose}
    />
  );
}
