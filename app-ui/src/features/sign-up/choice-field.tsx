import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import entry from '../entry/entry-form.module.css';
import type { DetailFieldProps } from './detail-field';

interface ChoiceFieldProps extends DetailFieldProps {
  /** Stands there until something is chosen. */
  placeholder: string;
  options: readonly { value: string; label: string; isDisabled?: boolean }[];
  description?: ReactNode;
}

/** One of a list, in the browser's own list: it works everywhere and on every screen reader. */
export function ChoiceField({ onChange, placeholder, options, ...field }: ChoiceFieldProps) {
  return (
    <NativeSelect
      {...field}
      size="md"
      aria-required
      onChange={(event) => onChange(event.currentTarget.value)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ input: entry.input, label: entry.label }}
    >
      <option value="" disabled>
        {placeholder}
      </option>
      {options.map(({ value, label, isDisabled = false }) => (
        <option key={value} value={value} disabled={isDisabled}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}
