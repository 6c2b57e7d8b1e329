import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { inviteOf, plainText } from 'messenger-ui/channels';
import { type ReactNode, useId, useRef, useState } from 'react';
import { formatDateTime, HttpError, toast, useErrorText, useTranslation } from 'ui-kit';
import { type CaseDetails, openFile, readConversation, reopenCase, TOPIC } from '../api/cases';
import styles from './case-card.module.css';
import { CaseExport } from './case-export';
import { CaseHistory } from './case-history';
import { CaseHold } from './case-hold';
import { CaseIcon } from './case-icon';
import { CaseMeasures } from './case-measures';
import { ContactPerson } from './contact-person';
import { ConversationMessages } from './conversation-messages';
import { ReadDialog } from './read-dialog';
import { FileContent, ReportedFile } from './reported-file';
import { ResolveForm } from './resolve-form';
import { useCaseTitle } from './use-case-title';
import { useChannelName } from './use-channel-name';

/** A report or an alert with the acts of staff. */
export function CaseCard({ item }: { item: CaseDetails }) {
  const { t, i18n } = useTranslation('staff');
  const { t: tApp } = useTranslation('app');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const title = useCaseTitle();
  const channelName = useChannelName();
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isEditing, setIsEditing] = useState(false);
  const [reading, setReading] = useState<'conversation' | 'file' | null>(null);
  const [reason, setReason] = useState('');
  const isResolved = item.resolvedAt !== null;
  const isUrgent = item.isUrgent && !isResolved;
  const isCrisis = item.kind === 'crisis';
  const isReport = item.kind === 'report';
  const { warnings } = item;
  const time = (at: string) => <time dateTime={at}>{formatDateTime(at, i18n.language)}</time>;

  const refresh = () => queries.invalidateQueries({ queryKey: [TOPIC] });
  const onChanged = async (message: string) => {
    setIsEditing(false);
    heading.current?.focus();
    await Promise.all([toast(message), refresh()]);
  };
  const reopen = useMutation({
    mutationFn: () => reopenCase(item),
    onSuccess: () => onChanged(t('safeguarding.reopened')),
    // Another member of staff has reopened it already.
    onError: (error) =>
      error instanceof HttpError && error.status === 404 && onChanged(t('safeguarding.reopened')),
  });

  return (
    <article className={styles.card} aria-labelledby={titleId} data-urgent={isUrgent || undefined}>
      <header className={styles.head}>
        <CaseIcon kind={item.kind} isUrgent={isUrgent} />
        <h1 className={styles.title} id={titleId} ref={heading} tabIndex={-1}>
          {title(item)}
        </h1>
        {isUrgent && <span className={styles.urgent}>{t('safeguarding.urgent')}</span>}
      </header>
      <dl className={styles.facts}>
        <Fact name={t(isReport ? 'safeguarding.about' : 'safeguarding.person')}>
          {item.about.name || t('safeguarding.deletedAccount')}
        </Fact>
        {item.reporter && (
          <Fact name={t('safeguarding.reportedBy')}>
            {item.reporter.name || t('safeguarding.deletedAccount')}
          </Fact>
        )}
        <Fact name={t('safeguarding.channel')}>{channelName(item)}</Fact>
        <Fact name={t('safeguarding.time')}>{time(item.createdAt)}</Fact>
        {warnings.shown > 0 && (
          <Fact name={t('safeguarding.warnings')}>
            {t('safeguarding.warned', {
              count: warnings.shown,
              sent: t('safeguarding.warnedSent', { count: warnings.sent }),
            })}
          </Fact>
        )}
      </dl>
      {isCrisis && <p className={styles.note}>{t('safeguarding.crisisAlertText')}</p>}
      {!isReport && !isCrisis && <p className={styles.note}>{t('safeguarding.noticedText')}</p>}
      {!isReport && !isResolved && <ContactPerson item={item} />}
      {item.message !== null && (
        <figure className={styles.quote}>
          <figcaption>{t('safeguarding.message')}</figcaption>
          <blockquote dir="auto">
            {inviteOf(item.message)
              ? tApp('home.videoCall')
              : plainText(item.message).trim() || t('safeguarding.noText')}
          </blockquote>
          {item.file && <ReportedFile file={item.file} onOpen={() => setReading('file')} />}
        </figure>
      )}
      {item.details !== '' && (
        <figure className={styles.quote}>
          <figcaption>{t('safeguarding.details')}</figcaption>
          <blockquote dir="auto">{item.details}</blockquote>
        </figure>
      )}
      {!isResolved || item.isSilencing || item.isSuspended ? <CaseMeasures item={item} /> : null}
      {item.hold && <CaseHold item={item} hold={item.hold} />}
      <CaseHistory id={item.id} />
      {item.resolvedAt !== null && (
        <div className={styles.outcome}>
          <p>
            {t('audit.facts.outcome')}:{' '}
            <strong>{t(`safeguarding.outcomes.${item.outcome ?? 'not_recorded'}`)}</strong>
          </p>
          <p className={styles.closed}>
            {t('safeguarding.resolvedBy', { name: item.resolvedBy?.name ?? '' })} · {time(item.resolvedAt)}
          </p>
          {item.resolution && <p dir="auto">{item.resolution}</p>}
        </div>
      )}
      {isEditing ? (
        <ResolveForm
          item={item}
          onCancel={() => {
            setIsEditing(false);
            void refresh();
          }}
          onClosed={() => onChanged(t('safeguarding.resolvedNotice'))}
        />
      ) : (
        <div className={styles.actions}>
          <Button variant="subtle" onClick={() => setReading('conversation')}>
            {t('safeguarding.readConversation')}
          </Button>
          <CaseExport item={item} />
          {isResolved ? (
            <Button variant="default" loading={reopen.isPending} onClick={() => reopen.mutate()}>
              {t('safeguarding.reopen')}
            </Button>
          ) : (
            <Button variant="light" onClick={() => setIsEditing(true)}>
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
      {reading === 'file' && (
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
