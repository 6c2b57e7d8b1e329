import type { ReactNode } from 'react';
import { useTranslation } from 'ui-kit';
import { asKeys, asText, type ViewProps } from '../view-props';
import styles from './choices.module.css';

interface ChoiceProps {
  props: ViewProps;
  option: { key: string };
  type?: 'radio' | 'checkbox';
  className?: string | undefined;
  children: ReactNode;
}

/** A native radio button or check box whose whole surface is its label. */
export function Choice({ props, option: { key }, type = 'radio', className, children }: ChoiceProps) {
  const { value, onChange, controlId, question } = props;
  const chosen = asKeys(value);
  const isChosen = type === 'radio' ? asText(value) === key : chosen.includes(key);
  const choose = () => {
    if (type === 'radio') onChange(key);
    else onChange(isChosen ? chosen.filter((one) => one !== key) : inOrder([...chosen, key]));
  };
  const inOrder = (keys: string[]) =>
    question.options.map((option) => option.key).filter((one) => keys.includes(one));
  return (
    <label className={className === undefined ? styles.choice : `${styles.choice} ${className}`}>
      <input type={type} name={controlId} checked={isChosen} onChange={choose} />
      {children}
    </label>
  );
}

/** Takes an optional answer back, which a radio button cannot. */
export function ClearButton({ question, value, onChange, isDisabled }: ViewProps) {
  const { t } = useTranslation('questions');
  const isAnswered = value !== undefined && value !== null && value !== '';
  if (question.isMandatory || isDisabled || !isAnswered) return null;
  return (
    <button type="button" className={styles.clear} onClick={() => onChange('')}>
      {t('clear')}
    </button>
  );
}
