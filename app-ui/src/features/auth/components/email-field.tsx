import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'ui-kit';
import { normalizeEmail } from '../../../shared/forms/email';
import styles from '../../../shared/forms/form.module.css';

interface EmailFieldProps {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
  /** Validation error. */
  error?: string | undefined;
}

/** An e-mail field that trims and lower-cases its value on blur. */
export function EmailField({ ref, value, onChange, error }: EmailFieldProps) {
  const { t } = useTranslation('app');
  return (
    <TextInput
      ref={ref ?? null}
      label={t('auth.email')}
      type="email"
      name="email"
      size="md"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => onChange(normalizeEmail(value))}
      error={error}
      classNames={{ input: styles.input, label: styles.label }}
    />
  );
}
