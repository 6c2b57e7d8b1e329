import { directionOf, type Schemas, useTranslation } from 'ui-kit';
import styles from './preview.module.css';

/** Addresses, without the end of a sentence. */
const ADDRESS = /(https?:\/\/[^\s]*[^\s.,!?؟،])/u;

/** A code that stands alone is shown large. */
const CODE = /^\d{6}$/;

/** A mail as its reader sees it. Its links are visible and lead nowhere. */
export function MailPreview({ mail, language }: { mail: Schemas['PreviewedMail']; language: string }) {
  const { t } = useTranslation('staff');
  return (
    <>
      <p className={styles.hint}>{t('texts.reading.sample')}</p>
      <div className={styles.mail}>
        <p className={styles.subject}>
          <span className={styles.hint}>{t('texts.reading.subject')}</span>{' '}
          <bdi lang={language}>{mail.subject}</bdi>
        </p>
        <div lang={language} dir={directionOf(language)}>
          {mail.paragraphs.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other name
            <p key={index} className={CODE.test(text) ? styles.code : styles.paragraph}>
              {text.split(ADDRESS).map((part, place) =>
                // Every second part is an address.
                place % 2 === 1 ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
                  <bdi key={place} dir="ltr" className={styles.link}>
                    {part}
                  </bdi>
                ) : (
                  part
                ),
              )}
            </p>
          ))}
        </div>
      </div>
    </>
  );
}
