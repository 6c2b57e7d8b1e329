import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api, type Schemas, useErrorText, useProfile, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { TextArea } from 'ui-kit/text-area';
import { isBlockable, useBlocksChanged } from '../hooks/use-blocks';
import { type Channel, memberOf } from '../model/channels';
import { Helplines } from './helplines';
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
const MAX_DETAILS_LENGTH = 2_000;

interface ReportDialogProps {
  channel: Channel;
  /** The reported person. */
  userId: string;
  name: string;
  /** The reported message; without it the report is about the person. */
  msgId?: string;
  onClose: () => void;
}

/**
 * Reports a message or a person to staff, stops contact and optionally blocks the person. Keeps the input until it is sent, and names
 * adults to talk to afterwards.
 */
export default function ReportDialog({ channel, userId, name, msgId, onClose }: ReportDialogProps) {
  const { t } = useTranslation('messenger');
  const errorText = useErrorText();
  const blocksChanged = useBlocksChanged();
  const [reason, setReason] = useState<Reason | null>(null);
  const [details, setDetails] = useState('');
  const [block, setBlock] = useState(false);
  const { data: profile } = useProfile();
  const [stopsContact, setStopsContact] = useState<boolean | null>(null);
  const stopContact = stopsContact ?? profile?.isOfAge !== true;
  const stopHintId = useId();
  const role = memberOf(channel, userId)?.role;
  const canBlock = isBlockable(role);
  // The team stays reachable, and the member of staff who wrote it does not read on.
  const canStop = channel.kind !== 'team';

  const report = useMutation({
    mutationFn: (why: Reason) =>
      api.post('/api/v2/chat/report/', {
        body: {
          channelId: channel.channelId,
          ...(msgId === undefined ? { userId } : { msgId }),
          reason: why,
          details,
          stopContact: stopContact || !canStop,
          block: block && canBlock,
        },
      }),
    onSuccess: ({ blocked, contactStopped }) => (blocked || contactStopped ? blocksChanged() : undefined),
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
  if (report.data) {
    const { blocked, contactStopped, teamGoesOn } = report.data;
    const thanks = blocked ? t('report.thanksBlocked', { name }) : t('report.thanks');
    return (
      <ModalDialog label={thanks} placement="center" onClose={onClose}>
        <div className={styles.sent}>
          <h2 className={styles.thanks}>{thanks}</h2>
          {!teamGoesOn && <p>{t('report.noOneLeft')}</p>}
          {contactStopped && canStop && <p>{t('report.contactStopped', { name })}</p>}
          <Helplines />
          <Button className={styles.close} onClick={onClose}>
            {t('report.close')}
          </Button>
        </div>
      </ModalDialog>
    );
  }
  return (
    <FormDialog
      title={title}
      text={t('report.hint')}
      cancel={t('report.cancel')}
      submit={t('report.send')}
      isReady={reason !== null}
      isPending={report.isPending}
      error={report.error && errorText(report.error)}
      onSubmit={() => reason && report.mutate(reason)}
      onClose={onClose}
    >
      <fieldset className={styles.reasons}>
        <legend className={styles.legend}>{t('report.reason')}</legend>
        {REASONS.map((option) => (
          <label key={option} className={styles.option}>
            <input
              type="radio"
              name="reason"
              checked={reason === option}
              onChange={() => setReason(option)}
            />
            {labels[option]}
          </label>
        ))}
      </fieldset>
      <TextArea
        label={t('report.details')}
        rows={3}
        maxLength={MAX_DETAILS_LENGTH}
        value={details}
        onChange={setDetails}
      />
      {!canStop && <p className={styles.hint}>{t('report.ofTeam')}</p>}
      {canStop && (
        <div>
          <label className={styles.option}>
            <input
              type="checkbox"
              checked={stopContact}
              aria-describedby={stopHintId}
              onChange={(event) => setStopsContact(event.target.checked)}
            />
            {t('report.stopContact', { name })}
          </label>
          <p className={styles.hint} id={stopHintId}>
            {t('report.stopContactHint', { name })}
          </p>
        </div>
      )}
      {canBlock && (
        <label className={styles.option}>
          <input type="checkbox" checked={block} onChange={(event) => setBlock(event.target.checked)} />
          {t('report.block', { name })}
        </label>
      )}
    </FormDialog>
  );
}
