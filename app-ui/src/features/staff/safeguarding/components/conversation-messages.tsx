import { inviteOf, plainText } from 'messenger-ui/channels';
import { formatDateTime, type Schemas, useTranslation } from 'ui-kit';
import styles from './conversation-messages.module.css';

/** The messages around a case. */
export function ConversationMessages({ list }: { list: readonly Schemas['ConversationMessage'][] }) {
  const { t, i18n } = useTranslation('staff');
  const { t: tApp } = useTranslation('app');
  if (list.length === 0) return <p className={styles.file}>{t('safeguarding.noMessages')}</p>;
  return (
    <ol className={styles.messages}>
      {list.map((message, index) => (
        <li
          // A message that was edited is there with each sealed text.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          key={`${message.msgId} ${index}`}
          className={styles.message}
          data-subject={message.isSubject || undefined}
        >
          <p className={styles.meta}>
            <span className={styles.name} dir="auto">
              {message.userFullName || t('safeguarding.deletedAccount')}
            </span>
            <time dateTime={message.createdOn}>{formatDateTime(message.createdOn, i18n.language)}</time>
          </p>
          {message.isSubject && <p className={styles.subject}>{t('safeguarding.reportedMessage')}</p>}
          {message.deletedOn !== null && (
            <p className={styles.subject}>
              {t('safeguarding.deletedMessage', { time: formatDateTime(message.deletedOn, i18n.language) })}
            </p>
          )}
          <p className={styles.body} dir="auto">
            {inviteOf(message.text) ? tApp('home.videoCall') : plainText(message.text)}
          </p>
          {message.attachmentNames.map((name) => (
            <p key={name} className={styles.file} dir="auto">
              {t('safeguarding.file', { name })}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}
