import { useId } from 'react';
import { useTranslation } from 'ui-kit';
import { Choice, Choices } from '../../components/choices';
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
    <Choices legend={t('surveys.reminders')} aria-describedby={`${id}-hint`}>
      <p className={styles.hint} id={`${id}-hint`}>
        {t('surveys.remindersHint')}
      </p>
      {REMINDER_KEYS.map((one) => (
        <Choice key={one} type="radio" name={id} checked={chosen === one} onChange={() => onChange(one)}>
          {t(`surveys.remind.${one}`)}
        </Choice>
      ))}
    </Choices>
  );
}
