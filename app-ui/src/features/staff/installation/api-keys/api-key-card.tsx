import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, TimerOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatDate, useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { useSecondFactor } from '../../../../shared/second-factor/use-second-factor';
import { staffAccessQuery } from '../../api/staff';
import { Notice } from '../../components/cells';
import { useAct } from '../../components/use-act';
import styles from '../webhooks/webhooks.module.css';
import { type ApiKey, revokeApiKey } from './api-key';

/** A key, with what it reads and until when. */
export function ApiKeyCard({ item }: { item: ApiKey }) {
  const { t, i18n } = useTranslation('staff');
  const errorText = useErrorText();
  const factor = useSecondFactor();
  const { data: access } = useQuery(staffAccessQuery);
  const [isRevoking, setIsRevoking] = useState(false);
  const [openedAt] = useState(() => Date.now());
  const close = () => setIsRevoking(false);
  const revoke = useAct(() => factor.run(() => revokeApiKey(item)), t('apiKeys.revoked'), close);
  const { name, programmes, createdBy, createdAt, expiresAt, lastUsedOn } = item;
  const day = (at: string) => formatDate(at, i18n.language, 'sentence');
  const known = access?.programmes ?? [];
  const titles = known.filter(({ id }) => programmes.includes(id)).map(({ title }) => title);
  const others = access === undefined ? 0 : programmes.length - titles.length;
  const isExpired = Date.parse(expiresAt) <= openedAt;
  return (
    <li className={styles.card}>
      <KeyRound className={styles.icon} aria-hidden size={22} />
      <div className={styles.words}>
        <h2 className={styles.name}>
          <bdi>{name}</bdi>
        </h2>
        <p className={styles.faint}>
          {[
            t('apiKeys.scope'),
            ...titles,
            ...(others > 0 ? [t('apiKeys.otherProgrammes', { count: others })] : []),
          ].join(' · ')}
        </p>
        <p className={styles.faint}>{t('apiKeys.made', { name: createdBy, day: day(createdAt) })}</p>
        <p className={styles.faint}>
          {lastUsedOn === null ? t('apiKeys.unused') : t('apiKeys.used', { day: day(lastUsedOn) })}
        </p>
        {isExpired ? (
          <p>
            <Notice icon={TimerOff}>{t('apiKeys.expired', { day: day(expiresAt) })}</Notice>
          </p>
        ) : (
          <p className={styles.faint}>{t('apiKeys.expires', { day: day(expiresAt) })}</p>
        )}
        <div className={styles.buttons}>
          <Button
            variant="subtle"
            color="red"
            leftSection={<Trash2 aria-hidden size={16} />}
            onClick={() => setIsRevoking(true)}
          >
            {t('apiKeys.revoke')}
          </Button>
        </div>
      </div>
      {isRevoking && (
        <FormDialog
          title={t('apiKeys.revokeTitle', { name })}
          text={t('apiKeys.revokeText')}
          cancel={t('webhooks.cancel')}
          submit={t('apiKeys.revoke')}
          isPending={revoke.isPending}
          error={revoke.error && errorText(revoke.error)}
          onSubmit={() => revoke.mutate(undefined)}
          onClose={close}
        />
      )}
      {factor.dialog}
    </li>
  );
}
