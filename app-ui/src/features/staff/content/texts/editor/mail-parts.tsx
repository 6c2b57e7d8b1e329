import { useTranslation } from 'ui-kit';
import { Section } from '../../../components/section';
import type { Definition } from '../texts';
import styles from './mail-parts.module.css';

/** What the texts of a mail can contain, in words. */
export function MailParts({ parts }: { parts: NonNullable<Definition['mail']> }) {
  const { t, i18n } = useTranslation('staff');
  const { values, conditions, kept } = parts;
  const wordsFor = (name: string) => {
    const key = `texts.values.${name}`;
    return i18n.exists(key, { ns: 'staff' }) ? t(key) : name;
  };
  const tags = (all: readonly string[]) => (
    <ul className={styles.tags}>
      {all.map((tag) => (
        <li key={tag}>
          <code dir="ltr">{tag}</code>
        </li>
      ))}
    </ul>
  );
  return (
    <Section title={t('texts.mailParts.title')}>
      <div className={styles.parts}>
        {values.length > 0 && (
          <>
            <p className={styles.hint}>{t('texts.mailParts.values')}</p>
            <dl className={styles.values}>
              {values.map(({ name, tag }) => (
                <div key={tag}>
                  <dt>
                    <code dir="ltr">{tag}</code>
                  </dt>
                  <dd>{wordsFor(name)}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
        {kept.length > 0 && (
          <>
            <p className={styles.hint}>{t('texts.mailParts.kept')}</p>
            {tags(kept)}
          </>
        )}
        {conditions.length > 0 && (
          <>
            <p className={styles.hint}>{t('texts.mailParts.conditions')}</p>
            {tags(conditions)}
          </>
        )}
      </div>
    </Section>
  );
}
