import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'ui-kit';
import { normalizeEmail } from './email';
import styles from './entry-form.module.css';

interface EmailFieldProps {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
  /** What is wrong with it. */
  error?: string | undefined;
}

/** An address, trimmed and in small letters as soon as one is done typing. */
export function EmailField({ ref, value, onChange, error }: EmailFieldProps) {
  const { t } = useTranslation('app');
  return (
    <TextInput
      ref={ref ?? null}
      label={t('entry.email')}
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
