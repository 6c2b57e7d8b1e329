import { Monitor, Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import { type ColorScheme, useColorScheme, useTranslation } from 'ui-kit';
import styles from './color-scheme-picker.module.css';

const schemes = [
  { scheme: 'light', icon: Sun, label: 'colors.light' },
  { scheme: 'dark', icon: Moon, label: 'colors.dark' },
  { scheme: 'auto', icon: Monitor, label: 'colors.auto' },
] as const satisfies readonly { scheme: ColorScheme; icon: unknown; label: string }[];

export function ColorSchemePicker() {
  const { t } = useTranslation('app');
  const [current, choose] = useColorScheme();
  const name = useId();
  return (
    <fieldset className={styles.picker}>
      <legend className={styles.legend}>{t('colors.label')}</legend>
      {schemes.map(({ scheme, icon: Icon, label }) => (
        <label key={scheme} className={styles.option}>
          <input
            className={styles.radio}
            type="radio"
            name={name}
            checked={current === scheme}
            onChange={() => choose(scheme)}
          />
          <Icon aria-hidden size={15} />
          {t(label)}
        </label>
      ))}
    </fieldset>
  );
}
