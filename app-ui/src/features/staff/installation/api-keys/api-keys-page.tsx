import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { EmptyState, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { AreaPage } from '../../components/area-page';
import { InstallationTabs } from '../installation-tabs';
import { SecretDialog } from '../webhooks/secret-dialog';
import styles from '../webhooks/webhooks.module.css';
import { AddApiKeyDialog } from './add-api-key-dialog';
import { apiKeysQuery } from './api-key';
import { ApiKeyCard } from './api-key-card';

/** The keys with which programs read reports of outcomes. */
export function Component() {
  const { t } = useTranslation('staff');
  const query = useQuery(apiKeysQuery);
  const [isAdding, setIsAdding] = useState(false);
  const [key, setKey] = useState<string | null>(null);
  const add = (
    <Button leftSection={<Plus aria-hidden size={17} />} onClick={() => setIsAdding(true)}>
      {t('apiKeys.add')}
    </Button>
  );
  return (
    <AreaPage title={t('apiKeys.title')} lead={t('apiKeys.lead')}>
      <InstallationTabs shown="api-keys" />
      <QueryState
        query={query}
        empty={
          <EmptyState icon={KeyRound} title={t('apiKeys.none')} action={add}>
            {t('apiKeys.noneText')}
          </EmptyState>
        }
      >
        {(keys) => (
          <div className={styles.page}>
            <div>{add}</div>
            <ul className={styles.cards}>
              {keys.map((one) => (
                <ApiKeyCard key={one.id} item={one} />
              ))}
            </ul>
          </div>
        )}
      </QueryState>
      {isAdding && (
        <AddApiKeyDialog
          onAdded={(shown) => {
            setIsAdding(false);
            setKey(shown);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      {key !== null && (
        <SecretDialog
          title={t('apiKeys.keyTitle')}
          text={t('apiKeys.keyText')}
          label={t('apiKeys.key')}
          secret={key}
          onClose={() => setKey(null)}
        />
      )}
    </AreaPage>
  );
}
