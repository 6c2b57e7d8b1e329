import { useId } from 'react';
import { useTranslation } from 'ui-kit';
import { type Draft, REMINDER_KEYS } from './draft';
import styles from './window-form.module.css';

interface RemindersFieldProps {
  chosen: Draft['reminders'];
  onChange: (reminders: Draft['reminders']) => void;
}

/** When people who have not sent the survey are reminded. */
export function RemindersField({ chosen, onChange }: RemindersFieldProps) {
  const { t } = useTranslation('staff');
  const id = useId();
  return (
    <fieldset className={styles.choices} aria-describedby={`${id}-hint`}>
      <legend>{t('surveys.reminders')}</legend>
      <p className={styles.hint} id={`${id}-hint`}>
        {t('surveys.remindersHint')}
      </p>
      {REMINDER_KEYS.map((one) => (
        <label key={one} className={styles.choice}>
          <input type="radio" name={id} checked={chosen === one} onChange={() => onChange(one)} />
          {t(`surveys.remind.${one}`)}
        </label>
      ))}
    </fieldset>
  );
}
