import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Flag, LifeBuoy } from 'lucide-react';
import { inviteOf, plainText } from 'messenger-ui/channels';
import { type ReactNode, useId, useState } from 'react';
import { formatDateTime, HttpError, toast, useErrorText, useTranslation } from 'ui-kit';
import { type Case, isUrgent, openFile, readConversation, reopenCase, STAFF_QUERY_KEY } from '../api/cases';
import styles from './case-card.module.css';
import { ContactPerson } from './contact-person';
import { ConversationMessages } from './conversation-messages';
import { ReadDialog } from './read-dialog';
import { FileContent, ReportedFile } from './reported-file';
import { ResolveForm } from './resolve-form';

interface CaseCardProps {
  item: Case;
  /** Whether its resolution is being edited. */
  isEditing: boolean;
  onEditingChange: (is: boolean) => void;
  /** The case has left the list. */
  onRemoved: () => void;
}

/** A report or crisis alert with the actions of staff. */
export function CaseCard({ item, isEditing, onEditingChange, onRemoved }: CaseCardProps) {
  const { t, i18n } = useTranslation('app');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const titleId = useId();
  const [reading, setReading] = useState<'conversation' | 'file' | null>(null);
  const [reason, setReason] = useState('');
  const isResolved = item.resolvedOn !== null;
  const time = (at: string) => <time dateTime={at}>{formatDateTime(at, i18n.language)}</time>;

  const onCaseRemoved = async (message: string) => {
    onEditingChange(false);
    onRemoved();
    await Promise.all([toast(message), queries.invalidateQueries({ queryKey: STAFF_QUERY_KEY })]);
  };
  const reopen = useMutation({
    mutationFn: () => reopenCase(item),
    onSuccess: () => onCaseRemoved(t('safeguarding.reopened')),
    // Another member of staff has reopened it already.
    onError: (error) =>
      error instanceof HttpError && error.status === 404 && onCaseRemoved(t('safeguarding.reopened')),
  });

  return (
    <article
      className={styles.card}
      aria-labelledby={titleId}
      data-urgent={(!isResolved && isUrgent(item)) || undefined}
    >
      <header className={styles.head}>
        <span className={styles.mark}>
          {item.kind === 'alert' ? <LifeBuoy aria-hidden size={20} /> : <Flag aria-hidden size={20} />}
        </span>
        <h2 className={styles.title} id={titleId}>
          {item.kind === 'alert' ? t('safeguarding.crisisAlert') : t(`safeguarding.reasons.${item.reason}`)}
        </h2>
        {!isResolved && isUrgent(item) && <span className={styles.urgent}>{t('safeguarding.urgent')}</span>}
      </header>
      <dl className={styles.facts}>
        {item.kind === 'alert' ? (
          <Fact name={t('safeguarding.person')}>{item.userFullName || t('safeguarding.deletedAccount')}</Fact>
        ) : (
          <>
            <Fact name={t('safeguarding.about')}>
              {item.userFullName || t('safeguarding.deletedAccount')}
            </Fact>
            <Fact name={t('safeguarding.reportedBy')}>
              {item.reporterName || t('safeguarding.deletedAccount')}
            </Fact>
          </>
        )}
        <Fact name={t('safeguarding.channel')}>
          {item.kind === 'alert'
            ? t('safeguarding.assistant')
            : item.channelName || t('safeguarding.directChannel')}
        </Fact>
        <Fact name={t('safeguarding.time')}>{time(item.createdOn)}</Fact>
      </dl>
      {item.kind === 'alert' && <p className={styles.note}>{t('safeguarding.crisisAlertText')}</p>}
      {item.kind === 'alert' && !isResolved && <ContactPerson item={item} />}
      {item.kind === 'report' && item.message !== null && (
        <figure className={styles.quote}>
          <figcaption>{t('safeguarding.message')}</figcaption>
          <blockquote dir="auto">
            {inviteOf(item.message)
              ? t('home.videoCall')
              : plainText(item.message).trim() || t('safeguarding.noText')}
          </blockquote>
          {item.file && <ReportedFile file={item.file} onOpen={() => setReading('file')} />}
        </figure>
      )}
      {item.kind === 'report' && item.details !== '' && (
        <figure className={styles.quote}>
          <figcaption>{t('safeguarding.details')}</figcaption>
          <blockquote dir="auto">{item.details}</blockquote>
        </figure>
      )}
      {item.resolvedOn !== null && (
        <div className={styles.outcome}>
          <p className={styles.closed}>
            {t('safeguarding.resolvedBy', { name: item.resolvedByName })} · {time(item.resolvedOn)}
          </p>
          {item.resolution && <p dir="auto">{item.resolution}</p>}
        </div>
      )}
      {isEditing ? (
        <ResolveForm
          item={item}
          onCancel={() => onEditingChange(false)}
          onClosed={() => onCaseRemoved(t('safeguarding.resolvedNotice'))}
        />
      ) : (
        <div className={styles.actions}>
          <Button variant="subtle" onClick={() => setReading('conversation')}>
            {t('safeguarding.readConversation')}
          </Button>
          {isResolved ? (
            <Button variant="default" loading={reopen.isPending} onClick={() => reopen.mutate()}>
              {t('safeguarding.reopen')}
            </Button>
          ) : (
            <Button variant="light" onClick={() => onEditingChange(true)}>
              {t('safeguarding.resolve')}
            </Button>
          )}
        </div>
      )}
      {reopen.error && (
        <p className={styles.error} role="alert">
          {errorText(reopen.error)}
        </p>
      )}
      {reading === 'conversation' && (
        <ReadDialog
          title={t('safeguarding.conversation')}
          action={t('safeguarding.readNow')}
          reason={reason}
          onReasonChange={setReason}
          read={(why) => readConversation(item, why)}
          onClose={() => setReading(null)}
        >
          {(list) => <ConversationMessages list={list} />}
        </ReadDialog>
      )}
      {reading === 'file' && item.kind === 'report' && (
        <ReadDialog
          title={t('safeguarding.reportedFile')}
          action={t('safeguarding.openNow')}
          reason={reason}
          onReasonChange={setReason}
          read={(why) => openFile(item, why)}
          onClose={() => setReading(null)}
        >
          {(file) => <FileContent file={file} />}
        </ReadDialog>
      )}
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
