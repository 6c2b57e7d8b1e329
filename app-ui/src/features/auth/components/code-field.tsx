import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'ui-kit';
import styles from '../../../shared/forms/form.module.css';
import { latinDigits } from '../../../shared/forms/latin-digits';

export const CODE_LENGTH = 6;

interface CodeFieldProps {
  ref: Ref<HTMLInputElement>;
  /** Digits verify an address, characters reset a password. */
  kind: 'digits' | 'characters';
  value: string;
  onChange: (value: string) => void;
  /** The code was refused. */
  isWrong: boolean;
}

/** A one-time code in a single field, so that phones can fill it in and it can be pasted. */
export function CodeField({ ref, kind, value, onChange, isWrong }: CodeFieldProps) {
  const { t } = useTranslation('app');
  return (
    <TextInput
      ref={ref}
      label={t(`code.label.${kind}`)}
      name="otp"
      size="md"
      inputMode={kind === 'digits' ? 'numeric' : 'text'}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      dir="ltr"
      value={value}
      onChange={(event) => onChange(readCode(event.currentTarget.value, kind))}
      error={isWrong}
      classNames={{ input: `${styles.input} ${styles.code}`, label: styles.label }}
    />
  );
}

/** Returns the valid characters of a pasted or typed code. */
function readCode(text: string, kind: CodeFieldProps['kind']): string {
  const foreign = kind === 'digits' ? /[^0-9]/g : /[^0-9a-z]/gi;
  return latinDigits(text).replace(foreign, '').toUpperCase().slice(0, CODE_LENGTH);
}
