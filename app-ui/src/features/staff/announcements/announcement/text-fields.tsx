import { TextInput } from '@mantine/core';
import type { Schemas } from 'ui-kit';
import { useTranslation } from 'ui-kit';
import { TextArea } from 'ui-kit/text-area';
import { fallbackOf, languagesWith, MAX_BODY, MAX_TITLE, NO_TEXT, stateOf, type Texts } from '../draft';
import styles from './announcement-editor.module.css';

interface TextFieldsProps {
  texts: Texts;
  languages: readonly Schemas['StaffLanguage'][];
  /** Whether a title or text that is missing is marked. */
  isChecked: boolean;
  onChange: (texts: Texts) => void;
}

/** Title and text in each language, and which ones are missing. */
export function TextFields({ texts, languages, isChecked, onChange }: TextFieldsProps) {
  const { t } = useTranslation('staff');
  const change = (code: string, changes: Partial<Schemas['AnnouncementText']>) =>
    onChange({ ...texts, [code]: { ...(texts[code] ?? NO_TEXT), ...changes } });
  return (
    <>
      {languages.map(({ code, name }) => {
        const text = texts[code] ?? NO_TEXT;
        const isBegun = isChecked && stateOf(text) === 'begun';
        return (
          <fieldset key={code} className={styles.language}>
            <legend lang={code}>{name}</legend>
            <TextInput
              lang={code}
              size="md"
              dir="auto"
              label={t('announcements.titleField')}
              autoComplete="off"
              maxLength={MAX_TITLE}
              error={isBegun && text.title.trim() === '' ? t('announcements.problems.title') : null}
              value={text.title}
              onChange={({ currentTarget: { value } }) => change(code, { title: value })}
            />
            <TextArea
              lang={code}
              label={t('announcements.bodyField')}
              rows={5}
              maxLength={MAX_BODY}
              value={text.body}
              aria-invalid={isBegun && text.body.trim() === ''}
              {...(isBegun && text.body.trim() === '' ? { hint: t('announcements.problems.body') } : {})}
              onChange={(body) => change(code, { body })}
            />
          </fieldset>
        );
      })}
      <p className={styles.hint}>{t('announcements.bodyHint')}</p>
      <Missing texts={texts} languages={languages} />
    </>
  );
}

/** Names the languages without a text, and what their readers get. */
export function Missing({ texts, languages }: Pick<TextFieldsProps, 'texts' | 'languages'>) {
  const { t, i18n } = useTranslation('staff');
  const missing = languagesWith('empty', texts, languages);
  const fallback = fallbackOf(texts, languages);
  if (missing.length === 0 || fallback === undefined) return null;
  const list = new Intl.ListFormat(i18n.language).format(missing.map(({ name }) => name));
  return (
    <p className={styles.missing} role="status">
      {t('announcements.missing', { languages: list, fallback: fallback.name })}
    </p>
  );
}
