import { Check, ChevronDown } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import { asText, controlProps, type ViewProps } from '../view-props';
import { Choice, ClearButton } from './choice';
import styles from './choices.module.css';
import fields from './fields.module.css';

export function SingleChoiceRadioView(props: ViewProps) {
  return (
    <>
      <div className={styles.list}>
        {props.question.options.map((option) => (
          <Choice key={option.key} props={props} option={option}>
            <span dir="auto">{option.label}</span>
          </Choice>
        ))}
      </div>
      <ClearButton {...props} />
    </>
  );
}

export function SingleChoiceButtonView(props: ViewProps) {
  return (
    <>
      <div className={styles.pills}>
        {props.question.options.map((option) => (
          <Choice key={option.key} props={props} option={option} className={styles.pill}>
            <Check aria-hidden size={16} />
            <span dir="auto">{option.label}</span>
          </Choice>
        ))}
      </div>
      <ClearButton {...props} />
    </>
  );
}

/** The platform's own list, which phones show in full height. */
export function DropDownView(props: ViewProps) {
  const { t } = useTranslation('questions');
  return (
    <div className={fields.selectFrame}>
      <select
        {...controlProps(props)}
        className={`${fields.input} ${fields.select}`}
        value={asText(props.value)}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      >
        <option value="">{t('choose')}</option>
        {props.question.options.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden size={18} />
    </div>
  );
}
