import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CirclePause, KeyRound, Power, Send, Trash2, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime, useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { useSecondFactor } from '../../../../shared/second-factor/use-second-factor';
import { staffAccessQuery } from '../../api/staff';
import { Notice } from '../../components/cells';
import { useAct } from '../../components/use-act';
import { useEventText } from './use-event-text';
import { enableWebhook, removeWebhook, rotateSecret, testWebhook, type Webhook } from './webhook';
import { WebhookSecretDialog } from './webhook-secret-dialog';
import styles from './webhooks.module.css';

type Dialog = { kind: 'rotate' | 'remove' } | { kind: 'secret'; secret: string };

/** A webhook, and what can be done with it. */
export function WebhookCard({ webhook }: { webhook: Webhook }) {
  const { t, i18n } = useTranslation('staff');
  const errorText = useErrorText();
  const eventText = useEventText();
  const factor = useSecondFactor();
  const { data: access } = useQuery(staffAccessQuery);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const { name, url, programme, events, goneAt, formerUntil } = webhook;
  const test = useAct(() => testWebhook(webhook), t('webhooks.tested'));
  const enable = useAct(() => enableWebhook(webhook), t('webhooks.enabled'));
  const remove = useAct(() => factor.run(() => removeWebhook(webhook)), t('webhooks.removed'), close);
  const rotate = useAct(async () => {
    const { secret } = await factor.run(() => rotateSecret(webhook));
    setDialog({ kind: 'secret', secret });
  }, '');
  const programmeName =
    programme === null
      ? t('webhooks.allProgrammes')
      : access?.programmes.find(({ id }) => id === programme)?.title;
  const error = test.error ?? enable.error;
  return (
    <li className={styles.card}>
      <WebhookIcon className={styles.icon} aria-hidden size={22} />
      <div className={styles.words}>
        <h2 className={styles.name}>
          <bdi>{name}</bdi>
        </h2>
        <p className={styles.code}>
          <bdi dir="ltr">{url}</bdi>
        </p>
        <p className={styles.faint}>
          {[programmeName, ...events.map(eventText)].filter((text) => text !== undefined).join(' · ')}
        </p>
        {goneAt !== null && (
          <p>
            <Notice icon={CirclePause}>{t('webhooks.gone')}</Notice>
          </p>
        )}
        {formerUntil !== null && (
          <p className={styles.faint}>
            {t('webhooks.formerUntil', { time: formatDateTime(formerUntil, i18n.language) })}
          </p>
        )}
        {error && (
          <p className={styles.error} role="alert">
            {errorText(error)}
          </p>
        )}
        <div className={styles.buttons}>
          {goneAt === null ? (
            <Button
              variant="default"
              loading={test.isPending}
              leftSection={<Send aria-hidden size={16} />}
              onClick={() => test.mutate(undefined)}
            >
              {t('webhooks.test')}
            </Button>
          ) : (
            <Button
              variant="default"
              loading={enable.isPending}
              leftSection={<Power aria-hidden size={16} />}
              onClick={() => enable.mutate(undefined)}
            >
              {t('webhooks.enable')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<KeyRound aria-hidden size={16} />}
            onClick={() => setDialog({ kind: 'rotate' })}
          >
            {t('webhooks.rotate')}
          </Button>
          <Button
            variant="subtle"
            color="red"
            leftSection={<Trash2 aria-hidden size={16} />}
            onClick={() => setDialog({ kind: 'remove' })}
          >
            {t('webhooks.remove')}
          </Button>
        </div>
      </div>
      {dialog?.kind === 'rotate' && (
        <FormDialog
          title={t('webhooks.rotateTitle', { name })}
          text={t('webhooks.rotateText')}
          cancel={t('webhooks.cancel')}
          submit={t('webhooks.rotateNow')}
          isPending={rotate.isPending}
          error={rotate.error && errorText(rotate.error)}
          onSubmit={() => rotate.mutate(undefined)}
          onClose={close}
        />
      )}
      {dialog?.kind === 'remove' && (
        <FormDialog
          title={t('webhooks.removeTitle', { name })}
          text={t('webhooks.removeText')}
          cancel={t('webhooks.cancel')}
          submit={t('webhooks.remove')}
          isPending={remove.isPending}
          error={remove.error && errorText(remove.error)}
          onSubmit={() => remove.mutate(undefined)}
          onClose={close}
        />
      )}
      {dialog?.kind === 'secret' && <WebhookSecretDialog secret={dialog.secret} onClose={close} />}
      {factor.dialog}
    </li>
  );
}
