import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Flag, LifeBuoy } from 'lucide-react';
import { inviteOf, plainText } from 'messenger-ui/conversations';
import { type ReactNode, useId, useState } from 'react';
import { formatDateTime, HttpError, http, toast, useErrorText, useTranslation } from 'ui-kit';
import styles from './case-card.module.css';
import { CASES_KEY, type Case, isUrgent, pathOf } from './cases';
import { CloseForm } from './close-form';
import { ConversationDialog } from './conversation-dialog';

interface CaseCardProps {
  one: Case;
  /** Whether its closing is being written. */
  isWriting: boolean;
  onWriting: (is: boolean) => void;
  /** It has left the list. */
  onGone: () => void;
}

/** One report or cry for help: what staff need to know, and what they can do about it. */
export function CaseCard({ one, isWriting, onWriting, onGone }: CaseCardProps) {
  const { t, i18n } = useTranslation('app');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const titleId = useId();
  const [isReading, setIsReading] = useState(false);
  const isClosed = one.resolvedOn !== null;
  const time = (at: string) => <time dateTime={at}>{formatDateTime(at, i18n.language)}</time>;

  const gone = async (word: string) => {
    onWriting(false);
    onGone();
    await Promise.all([toast(word), queries.invalidateQueries({ queryKey: CASES_KEY })]);
  };
  const reopen = useMutation({
    mutationFn: () => http(`${pathOf(one)}resolution/`, { method: 'DELETE' }),
    onSuccess: () => gone(t('staff.reopened')),
    // Somebody else did it first.
    onError: (error) => error instanceof HttpError && error.status === 404 && gone(t('staff.reopened')),
  });

  return (
    <article
      className={styles.card}
      aria-labelledby={titleId}
      data-urgent={(!isClosed && isUrgent(one)) || undefined}
    >
      <header className={styles.head}>
        <span className={styles.mark}>
          {one.kind === 'alert' ? <LifeBuoy aria-hidden size={20} /> : <Flag aria-hidden size={20} />}
        </span>
        <h2 className={styles.title} id={titleId}>
          {one.kind === 'alert' ? t('staff.cry') : t(`staff.reasons.${one.reason}`)}
        </h2>
        {!isClosed && isUrgent(one) && <span className={styles.urgent}>{t('staff.urgent')}</span>}
      </header>
      <dl className={styles.facts}>
        {one.kind === 'alert' ? (
          <Fact name={t('staff.who')}>{one.userFullName || t('staff.nobody')}</Fact>
        ) : (
          <>
            <Fact name={t('staff.about')}>{one.userFullName || t('staff.nobody')}</Fact>
            <Fact name={t('staff.by')}>{one.reporterName || t('staff.nobody')}</Fact>
          </>
        )}
        <Fact name={t('staff.where')}>
          {one.kind === 'alert' ? t('staff.assistant') : one.channelName || t('staff.pair')}
        </Fact>
        <Fact name={t('staff.when')}>{time(one.createdOn)}</Fact>
      </dl>
      {one.kind === 'alert' && <p className={styles.note}>{t('staff.cryText')}</p>}
      {one.kind === 'report' && one.message !== null && (
        <figure className={styles.said}>
          <figcaption>{t('staff.message')}</figcaption>
          <blockquote dir="auto">
            {inviteOf(one.message) ? t('home.videoCall') : plainText(one.message).trim() || t('staff.noText')}
          </blockquote>
        </figure>
      )}
      {one.kind === 'report' && one.details !== '' && (
        <figure className={styles.said}>
          <figcaption>{t('staff.details')}</figcaption>
          <blockquote dir="auto">{one.details}</blockquote>
        </figure>
      )}
      {one.resolvedOn !== null && (
        <div className={styles.outcome}>
          <p className={styles.closed}>
            {t('staff.closedBy', { name: one.resolvedByName })} · {time(one.resolvedOn)}
          </p>
          {one.resolution && <p dir="auto">{one.resolution}</p>}
        </div>
      )}
      {isWriting ? (
        <CloseForm one={one} onCancel={() => onWriting(false)} onClosed={() => gone(t('staff.wasClosed'))} />
      ) : (
        <div className={styles.actions}>
          <Button variant="subtle" onClick={() => setIsReading(true)}>
            {t('staff.read')}
          </Button>
          {isClosed ? (
            <Button variant="default" loading={reopen.isPending} onClick={() => reopen.mutate()}>
              {t('staff.reopen')}
            </Button>
          ) : (
            <Button variant="light" onClick={() => onWriting(true)}>
              {t('staff.close')}
            </Button>
          )}
        </div>
      )}
      {reopen.error && (
        <p className={styles.error} role="alert">
          {errorText(reopen.error)}
        </p>
      )}
      {isReading && <ConversationDialog one={one} onClose={() => setIsReading(false)} />}
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
