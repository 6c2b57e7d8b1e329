import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Copy, Download, ExternalLink, X } from 'lucide-react';
import { useState } from 'react';
import { Banner, IconButton, type Schemas, toast, useErrorText, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { QueryState } from 'ui-kit/query-state';
import { ownCredentialQuery, useCredential } from '../badge';
import styles from './badge-dialog.module.css';

interface BadgeDialogProps {
  badge: Pick<Schemas['Badge'], 'id' | 'badgeType' | 'localeSessionTitle'>;
  onClose: () => void;
}

/** Publishes a badge under an address that its owner gives to others, and withdraws it. Nothing is public before. */
export default function BadgeDialog({ badge, onClose }: BadgeDialogProps) {
  const { t } = useTranslation('app');
  const query = useQuery(ownCredentialQuery(badge.id));
  return (
    <ModalDialog label={t('mentorship.badge.title')} placement="center" onClose={onClose}>
      <div className={styles.body}>
        <div className={styles.head}>
          <h2 className={styles.title}>{t('mentorship.badge.title')}</h2>
          <IconButton label={t('mentorship.badge.close')} size={44} onClick={onClose}>
            <X aria-hidden size={22} />
          </IconButton>
        </div>
        <div className={styles.badge}>
          <img
            src={`/api/v2/credentials/medals/${badge.badgeType.toLowerCase()}.png`}
            alt=""
            width={96}
            height={96}
          />
          <p>
            <strong>{t([`mentorship.rewards.tiers.${badge.badgeType}`, 'mentorship.rewards.title'])}</strong>
            <br />
            <bdi>{badge.localeSessionTitle}</bdi>
          </p>
        </div>
        <QueryState query={query}>{(state) => <Choices badge={badge.id} state={state} />}</QueryState>
      </div>
    </ModalDialog>
  );
}

function Choices({ badge, state }: { badge: string; state: Schemas['OwnCredential'] }) {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const { publish, withdraw } = useCredential(badge);
  const { published, mayName } = state;
  const [withName, setWithName] = useState(published?.hasName ?? false);
  const error = publish.error ?? withdraw.error;
  const link = published && `${window.location.origin}${published.page}`;
  const isChanged = published !== null && published.hasName !== withName;
  return (
    <>
      <p>{t('mentorship.badge.lead')}</p>
      {mayName ? (
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={withName}
            onChange={({ currentTarget }) => setWithName(currentTarget.checked)}
          />
          {t('mentorship.badge.withName')}
        </label>
      ) : (
        <p className={styles.hint}>{t('mentorship.badge.noName')}</p>
      )}
      {link !== null && !isChanged && (
        <>
          <label className={styles.link}>
            {t('mentorship.badge.address')}
            <input readOnly dir="ltr" value={link} onFocus={(event) => event.currentTarget.select()} />
          </label>
          <div className={styles.buttons}>
            <Button
              leftSection={<Copy aria-hidden size={18} />}
              onClick={() =>
                void navigator.clipboard.writeText(link).then(() => toast(t('mentorship.badge.copied')))
              }
            >
              {t('mentorship.badge.copy')}
            </Button>
            <Button
              component="a"
              variant="light"
              href={published?.picture}
              download
              leftSection={<Download aria-hidden size={18} />}
            >
              {t('mentorship.badge.download')}
            </Button>
            <Button
              component="a"
              variant="subtle"
              href={published?.page}
              target="_blank"
              rel="noreferrer"
              leftSection={<ExternalLink aria-hidden size={18} />}
            >
              {t('mentorship.badge.look')}
            </Button>
          </div>
        </>
      )}
      {error && (
        <Banner tone="danger" role="alert">
          {errorText(error)}
        </Banner>
      )}
      <div className={styles.buttons}>
        {(published === null || isChanged) && (
          <Button loading={publish.isPending} onClick={() => publish.mutate(withName)}>
            {t(isChanged ? 'mentorship.badge.change' : 'mentorship.badge.publish')}
          </Button>
        )}
        {published !== null && (
          <Button
            variant="subtle"
            color="red"
            loading={withdraw.isPending}
            onClick={() =>
              withdraw.mutate(undefined, { onSuccess: () => void toast(t('mentorship.badge.withdrawn')) })
            }
          >
            {t('mentorship.badge.withdraw')}
          </Button>
        )}
      </div>
      {isChanged && <p className={styles.hint}>{t('mentorship.badge.changeHint')}</p>}
    </>
  );
}
