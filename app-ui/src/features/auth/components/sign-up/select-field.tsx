import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import formStyles from '../../../../shared/forms/form.module.css';
import type { DetailFieldProps } from './detail-field';

interface SelectFieldProps extends DetailFieldProps {
  /** Shown until an option is chosen. */
  placeholder: string;
  options: readonly { value: string; label: string; isDisabled?: boolean }[];
  description?: ReactNode;
}

/** A native select, which works on every screen and with every screen reader. */
export function SelectField({ onChange, placeholder, options, ...field }: SelectFieldProps) {
  return (
    <NativeSelect
      {...field}
      size="md"
      aria-required
      onChange={(event) => onChange(event.currentTarget.value)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ input: formStyles.input, label: formStyles.label }}
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
