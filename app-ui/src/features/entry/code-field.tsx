import { TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'ui-kit';
import styles from './entry-form.module.css';
import { latinDigits } from './latin-digits';

export const CODE_LENGTH = 6;

interface CodeFieldProps {
  /** Digits prove an address, characters open the way to a new password. */
  kind: 'digits' | 'characters';
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** A one-time code in one field, so that phones can fill it in and it can be pasted as it stands in the mail. */
export function CodeField({ kind, value, onChange, error }: CodeFieldProps) {
  const { t } = useTranslation('app');
  const input = useRef<HTMLInputElement>(null);

  // The one thing to do in its step.
  useEffect(() => input.current?.focus(), []);

  return (
    <TextInput
      ref={input}
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
      error={error}
      classNames={{ input: `${styles.input} ${styles.code}`, label: styles.label }}
    />
  );
}

/** What of a text can be a code, whatever stands around it. */
function readCode(text: string, kind: CodeFieldProps['kind']): string {
  const foreign = kind === 'digits' ? /[^0-9]/g : /[^0-9a-z]/gi;
  return latinDigits(text).replace(foreign, '').toUpperCase().slice(0, CODE_LENGTH);
}
