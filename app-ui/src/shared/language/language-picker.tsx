import { ChevronDown, Globe } from 'lucide-react';
import { languages, toLanguage, useTranslation } from 'ui-kit';
import styles from './language-picker.module.css';
import { useChooseLanguage } from './use-choose-language';

/** A native select, which works on every screen and with every screen reader. */
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
