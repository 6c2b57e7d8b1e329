import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { inviteOf, plainText } from 'messenger-ui/conversations';
import { useState } from 'react';
import { formatDateTime, http, type Schemas, useErrorText, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { type Case, pathOf } from './cases';
import styles from './conversation-dialog.module.css';
import writing from './writing.module.css';

type Message = Schemas['ReadMessage'];

const SHORTEST = 3;
const LONGEST = 500;

/** The private conversation around a case: shown to whoever says why, which is kept with their name. */
export function ConversationDialog({ one, onClose }: { one: Case; onClose: () => void }) {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const read = useMutation({
    mutationFn: () =>
      http<readonly Message[]>(`${pathOf(one)}conversation/`, { method: 'POST', body: { reason } }),
  });
  const canRead = reason.trim().length >= SHORTEST;
  return (
    <ModalDialog label={t('staff.conversation')} placement="center" onClose={onClose}>
      <div className={styles.dialog}>
        <h2 className={styles.title}>{t('staff.conversation')}</h2>
        {read.data ? (
          <Messages list={read.data} />
        ) : (
          <form
            id="staff-reading"
            className={writing.form}
            onSubmit={(event) => {
              event.preventDefault();
              if (canRead) read.mutate();
            }}
          >
            <p className={styles.text}>{t('staff.isPrivate')}</p>
            <label className={writing.field}>
              <span className={writing.label}>{t('staff.why')}</span>
              <textarea
                rows={2}
                dir="auto"
                maxLength={LONGEST}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </label>
            {read.error && (
              <p className={writing.error} role="alert">
                {errorText(read.error)}
              </p>
            )}
          </form>
        )}
        <div className={writing.buttons}>
          <Button variant="subtle" onClick={onClose}>
            {read.data ? t('staff.done') : t('staff.cancel')}
          </Button>
          {!read.data && (
            <Button type="submit" form="staff-reading" disabled={!canRead} loading={read.isPending}>
              {t('staff.readNow')}
            </Button>
          )}
        </div>
      </div>
    </ModalDialog>
  );
}

function Messages({ list }: { list: readonly Message[] }) {
  const { t, i18n } = useTranslation('app');
  if (list.length === 0) return <p className={styles.text}>{t('staff.nothingSaid')}</p>;
  return (
    <ol className={styles.messages}>
      {list.map((message) => (
        <li key={message.msgId} className={styles.message} data-subject={message.isSubject || undefined}>
          <p className={styles.meta}>
            <span className={styles.name} dir="auto">
              {message.userFullName || t('staff.nobody')}
            </span>
            <time dateTime={message.createdOn}>{formatDateTime(message.createdOn, i18n.language)}</time>
          </p>
          {message.isSubject && <p className={styles.subject}>{t('staff.thisOne')}</p>}
          <p className={styles.body} dir="auto">
            {inviteOf(message.text) ? t('home.videoCall') : plainText(message.text)}
          </p>
          {message.attachmentNames.map((name) => (
            <p key={name} className={styles.file} dir="auto">
              {t('staff.file', { name })}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}
