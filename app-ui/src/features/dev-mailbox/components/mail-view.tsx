import { Button } from '@mantine/core';
import { Copy } from 'lucide-react';
import { announce, type Schemas, useTranslation } from 'ui-kit';
import styles from '../pages/dev-mailbox-page.module.css';

/** Shows a mail in a sandboxed frame. */
export function MailView({ mail }: { mail: Schemas['SentMail'] }) {
  const { t } = useTranslation('app');
  const { code, html, subject, text, to } = mail;

  async function copy(what: string): Promise<void> {
    await navigator.clipboard.writeText(what);
    announce(t('devMailbox.copied'));
  }

  return (
    <section className={styles.mail} aria-label={t('devMailbox.mail', { to })}>
      <h2 className={styles.mailSubject} dir="auto">
        {subject}
      </h2>
      {code !== null && (
        <p className={styles.code}>
          <span className={styles.letters}>{code}</span>
          <Button
            variant="light"
            leftSection={<Copy aria-hidden size={16} />}
            onClick={() => void copy(code)}
          >
            {t('devMailbox.copy')}
          </Button>
        </p>
      )}
      <iframe className={styles.frame} sandbox="" srcDoc={html} title={subject} />
      <details>
        <summary>{t('devMailbox.text')}</summary>
        <pre className={styles.text} dir="auto">
          {text}
        </pre>
      </details>
    </section>
  );
}
