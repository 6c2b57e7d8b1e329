import { UnstyledButton } from '@mantine/core';
import { CircleAlert, Clock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { announce, formatMessageTime, useTranslation } from 'ui-kit';
import { isFaultOfFile } from '../../model/files';
import { plainText } from '../../model/markup';
import type { PendingMessage } from '../../model/outbox';
import { PendingFile } from '../attachments/pending-file';
import type { Person } from '../conversation/people';
import { useFailureText } from '../conversation/use-failure-text';
import { LinkCard } from '../link-preview/link-card';
import { Bubble } from './bubble';
import styles from './pending-row.module.css';
import type { Grouping } from './rows';

export interface PendingActions {
  onRetry: (tempId: string) => void;
  onEdit: (tempId: string) => void;
  onDiscard: (tempId: string) => void;
}

interface PendingRowProps extends Grouping, PendingActions {
  pending: PendingMessage;
  author: Person;
}

/** A message that no server has confirmed: on its way, or refused with the reason and what can be done. */
export function PendingRow({
  pending,
  author,
  isFirst,
  isLast,
  onRetry,
  onEdit,
  onDiscard,
}: PendingRowProps) {
  const { t, i18n } = useTranslation('messenger');
  const failureText = useFailureText();
  const { tempId, text, attachment, link, status, failure } = pending;
  const time = formatMessageTime(pending.createdOn, i18n.language);
  const isFailed = status === 'failed';
  const reason = isFailed ? failureText(failure) : null;
  useRefusalSaid(reason);
  const stateText = isFailed ? t('message.notSent') : t('message.inProgress');
  return (
    <Bubble
      author={author}
      isOwn
      selfId={author.userId}
      text={text}
      time={time}
      label={t('message.label', {
        author: t('you'),
        time: stateText,
        text: [plainText(text), attachment?.name].filter(Boolean).join(', '),
      })}
      showAuthor={false}
      isFirst={isFirst}
      isLast={isLast}
      attachments={
        <>
          {attachment && <PendingFile attachment={attachment} />}
          {link?.preview && <LinkCard preview={link.preview} />}
        </>
      }
      isWaiting
      state={
        isFailed ? (
          <CircleAlert aria-hidden className={styles.failedIcon} size={12} />
        ) : (
          <Clock role="img" aria-label={stateText} size={11} />
        )
      }
      actions={
        isFailed && (
          <div className={styles.failure}>
            <span className={styles.reason}>{reason}</span>
            <span className={styles.actions}>
              {!isFaultOfFile(failure) && (
                <UnstyledButton className={styles.action} onClick={() => onRetry(tempId)}>
                  {t('message.retry')}
                </UnstyledButton>
              )}
              <UnstyledButton className={styles.action} onClick={() => onEdit(tempId)}>
                {t('message.edit')}
              </UnstyledButton>
              <UnstyledButton className={styles.action} onClick={() => onDiscard(tempId)}>
                {t('message.discard')}
              </UnstyledButton>
            </span>
          </div>
        )
      }
    />
  );
}

/** Says why a message was not taken when that happens, and not when its row is drawn once more. */
function useRefusalSaid(reason: string | null): void {
  const { t } = useTranslation('messenger');
  const last = useRef(reason);
  useEffect(() => {
    if (reason !== null && last.current === null) announce(`${t('message.notSent')}. ${reason}`);
    last.current = reason;
  }, [reason, t]);
}
