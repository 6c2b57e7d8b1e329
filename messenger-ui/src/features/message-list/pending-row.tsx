import { UnstyledButton } from '@mantine/core';
import { CircleAlert, Clock } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { announce, formatBubbleTime, useTranslation } from 'ui-kit';
import { Bubble, BubbleText, type Grouping, MessageFrame } from '../../components/bubble';
import { useSendErrorText } from '../../hooks/use-send-error-text';
import { isFaultOfFile } from '../../model/files';
import { isEmojiOnly } from '../../model/markup';
import { NEEDS_CONFIRMATION, type PendingMessage } from '../../model/pending-message';
import { plainText } from '../../model/plain-text';
import { PendingAttachmentView } from '../attachments/pending-attachment-view';
import { LinkCard } from '../link-preview/link-card';
import styles from './pending-row.module.css';

/** Actions on failed messages; the object keeps its identity. */
export interface PendingActions {
  retry: (tempId: string) => void;
  edit: (tempId: string) => void;
  discard: (tempId: string) => void;
}

interface PendingRowProps extends Grouping {
  pending: PendingMessage;
  selfId: string;
  actions: PendingActions;
}

/** A message without confirmation from the server: in progress, or failed with the reason and possible actions. */
export const PendingRow = memo(function PendingRow({
  pending,
  selfId,
  actions,
  isFirst,
  isLast,
}: PendingRowProps) {
  const { t, i18n } = useTranslation('messenger');
  const sendErrorText = useSendErrorText();
  const { tempId, text, attachment, link, status, failure } = pending;
  const time = formatBubbleTime(pending.createdOn, i18n.language);
  const isFailed = status === 'failed';
  const reason = isFailed ? sendErrorText(failure) : null;
  useRefusalAnnouncement(reason);
  const stateText = isFailed ? t('message.notSent') : t('message.inProgress');
  const label = t('message.label', {
    author: t('you'),
    time: stateText,
    text: [plainText(text), attachment?.name].filter(Boolean).join(', '),
  });
  return (
    <MessageFrame label={label} isOwn author={null} isFirst={isFirst} isLast={isLast}>
      <Bubble isOwn isPending isEmojiOnly={isEmojiOnly(text)}>
        {attachment && <PendingAttachmentView attachment={attachment} />}
        {link?.preview && <LinkCard preview={link.preview} />}
        <BubbleText text={text} time={time} selfId={selfId}>
          {isFailed ? (
            <CircleAlert aria-hidden className={styles.failedIcon} size={12} />
          ) : (
            <Clock role="img" aria-label={stateText} size={11} />
          )}
        </BubbleText>
      </Bubble>
      {isFailed && (
        <div className={styles.failure}>
          <span className={styles.reason}>{reason}</span>
          <span className={styles.actions}>
            {!isFaultOfFile(failure) && failure !== NEEDS_CONFIRMATION && (
              <UnstyledButton className={styles.action} onClick={() => actions.retry(tempId)}>
                {t('message.retry')}
              </UnstyledButton>
            )}
            <UnstyledButton className={styles.action} onClick={() => actions.edit(tempId)}>
              {t('message.edit')}
            </UnstyledButton>
            <UnstyledButton className={styles.action} onClick={() => actions.discard(tempId)}>
              {t('message.discard')}
            </UnstyledButton>
          </span>
        </div>
      )}
    </MessageFrame>
  );
});

/** Announces a refusal when it happens, but not when a failed row mounts again. */
function useRefusalAnnouncement(reason: string | null): void {
  const { t } = useTranslation('messenger');
  const previous = useRef(reason);
  useEffect(() => {
    if (reason !== null && previous.current === null) announce(`${t('message.notSent')}. ${reason}`);
    previous.current = reason;
  }, [reason, t]);
}
