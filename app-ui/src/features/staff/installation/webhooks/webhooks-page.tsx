import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { EmptyState, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { AreaPage } from '../../components/area-page';
import { InstallationTabs } from '../installation-tabs';
import { AddWebhookDialog } from './add-webhook-dialog';
import { Deliveries } from './deliveries';
import { webhooksQuery } from './webhook';
import { WebhookCard } from './webhook-card';
import { WebhookSecretDialog } from './webhook-secret-dialog';
import styles from './webhooks.module.css';

/** Where alerts are sent to, and the log of it. */
export function Component() {
  const { t } = useTranslation('staff');
  const query = useQuery(webhooksQuery);
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const add = (
    <Button leftSection={<Plus aria-hidden size={17} />} onClick={() => setIsAdding(true)}>
      {t('webhooks.add')}
    </Button>
  );
  return (
    <AreaPage title={t('webhooks.title')} lead={t('webhooks.lead')}>
      <InstallationTabs shown="webhooks" />
      <QueryState
        query={query}
        empty={
          <EmptyState icon={WebhookIcon} title={t('webhooks.none')} action={add}>
            {t('webhooks.noneText')}
          </EmptyState>
        }
      >
        {(webhooks) => (
          <div className={styles.page}>
            <div>{add}</div>
            <ul className={styles.cards}>
              {webhooks.map((webhook) => (
                <WebhookCard key={webhook.id} webhook={webhook} />
              ))}
            </ul>
            <div>
              <h2 className={styles.heading}>{t('webhooks.log')}</h2>
              <p className={styles.faint}>{t('webhooks.logText')}</p>
              <Deliveries webhooks={webhooks} />
            </div>
          </div>
        )}
      </QueryState>
      {isAdding && (
        <AddWebhookDialog
          onAdded={(shown) => {
            setIsAdding(false);
            setSecret(shown);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      {secret !== null && <WebhookSecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </AreaPage>
  );
}
