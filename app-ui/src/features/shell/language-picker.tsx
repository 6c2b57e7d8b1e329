import { ChevronDown, Globe } from 'lucide-react';
import { languages, toLanguage, useTranslation } from 'ui-kit';
import styles from './language-picker.module.css';
import { useChooseLanguage } from './use-choose-language';

/** The browser's own list: it works everywhere, on every screen reader, and costs nothing. */
export function LanguagePicker() {
  const { t, i18n } = useTranslation('app');
  const choose = useChooseLanguage();
  return (
    <label className={styles.picker}>
      <Globe aria-hidden className={styles.globe} size={16} />
      <select
        aria-label={t('page.language')}
        className={styles.select}
        value={toLanguage(i18n.language) ?? 'en'}
        onChange={(event) => {
          const code = toLanguage(event.currentTarget.value);
          if (code !== null) void choose(code);
        }}
      >
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className={styles.arrow} size={14} />
    </label>
  );
}
