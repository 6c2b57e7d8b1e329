import { useTranslation } from 'ui-kit';
import { OrderedRows } from '../../components/ordered-rows';
import type { StaffQuestion } from './session';
import styles from './sessions.module.css';

interface KeyChoiceProps {
  question: StaffQuestion;
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
}

/** The right options, or the right order of all. */
export function KeyChoice({ question, value, onChange }: KeyChoiceProps) {
  const { t } = useTranslation('staff');
  const { options, isArranged } = question;
  const labelOf = (key: string) => options.find((option) => option.key === key)?.label ?? key;
  if (!isArranged) {
    return (
      <fieldset className={styles.choices}>
        <legend>{t('content.key.rightOnes')}</legend>
        {options.map(({ key, label }) => (
          <label key={key} className={styles.choice}>
            <input
              type="checkbox"
              checked={value.includes(key)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, key] : value.filter((one) => one !== key))
              }
            />
            <bdi>{label}</bdi>
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <fieldset className={styles.choices}>
      <legend>{t('content.key.rightOrder')}</legend>
      <OrderedRows rows={value} idOf={(key) => key} labelOf={labelOf} onChange={onChange} />
    </fieldset>
  );
}
