import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { http, type Schemas, toast, useErrorText, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { type Channel, memberOf } from '../../model/channels';
import { isBlockable, useBlocksChanged } from './blocks';
import styles from './report-dialog.module.css';

type Reason = Schemas['ReportReason'];

const REASONS: readonly Reason[] = [
  'danger',
  'harassment',
  'inappropriate',
  'private_contact',
  'spam',
  'other',
];
const LONGEST = 2_000;

interface ReportDialogProps {
  channel: Channel;
  /** Of whom. */
  userId: string;
  name: string;
  /** Of which message; without one it is about the person. */
  msgId?: string;
  onClose: () => void;
}

/** Tells staff of a message or a person, and blocks them where that is wanted. What was written stays until it is sent. */
export default function ReportDialog({ channel, userId, name, msgId, onClose }: ReportDialogProps) {
  const { t } = useTranslation('messenger');
  const errorText = useErrorText();
  const blocksChanged = useBlocksChanged();
  const [reason, setReason] = useState<Reason | null>(null);
  const [details, setDetails] = useState('');
  const [block, setBlock] = useState(false);
  const role = memberOf(channel, userId)?.role;
  const canBlock = isBlockable(role);

  const report = useMutation({
    mutationFn: (why: Reason) =>
      http<Schemas['ReportMade']>('api/v2/chat/report/', {
        method: 'POST',
        body: {
          channelId: channel.channelId,
          ...(msgId === undefined ? { userId } : { msgId }),
          reason: why,
          details,
          block: block && canBlock,
        },
      }),
    onSuccess: async ({ blocked }) => {
      onClose();
      await toast(blocked ? t('report.thanksBlocked', { name }) : t('report.thanks'));
      if (blocked) await blocksChanged();
    },
  });

  const labels: Record<Reason, string> = {
    danger: t('report.danger'),
    harassment: t('report.harassment'),
    inappropriate: t('report.inappropriate'),
    private_contact: t('report.privateContact'),
    spam: t('report.spam'),
    other: t('report.other'),
  };
  const title = msgId === undefined ? t('report.titlePerson', { name }) : t('report.title');
  return (
    <ModalDialog label={title} placement="center" onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason) report.mutate(reason);
        }}
      >
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.hint}>{t('report.hint')}</p>
        <fieldset className={styles.reasons}>
          <legend className={styles.legend}>{t('report.why')}</legend>
          {REASONS.map((one) => (
            <label key={one} className={styles.choice}>
              <input type="radio" name="reason" checked={reason === one} onChange={() => setReason(one)} />
              {labels[one]}
            </label>
          ))}
        </fieldset>
        <label className={styles.details}>
          <span className={styles.legend}>{t('report.details')}</span>
          <textarea
            rows={3}
            dir="auto"
            maxLength={LONGEST}
            value={details}
            onChange={(event) => setDetails(event.target.value)}
          />
        </label>
        {canBlock && (
          <label className={styles.choice}>
            <input type="checkbox" checked={block} onChange={(event) => setBlock(event.target.checked)} />
            {t('report.block', { name })}
          </label>
        )}
        {report.error && (
          <p className={styles.error} role="alert">
            {errorText(report.error)}
          </p>
        )}
        <div className={styles.buttons}>
          <Button variant="subtle" type="button" onClick={onClose}>
            {t('report.cancel')}
          </Button>
          <Button type="submit" disabled={reason === null} loading={report.isPending}>
            {t('report.send')}
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}
