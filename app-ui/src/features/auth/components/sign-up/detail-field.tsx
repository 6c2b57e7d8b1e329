import { TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import formStyles from '../../../../shared/forms/form.module.css';
import { latinDigits } from '../../../../shared/forms/latin-digits';

/** Props of every field of the details step. */
export interface DetailFieldProps {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

type Extras = Pick<
  ComponentProps<typeof TextInput>,
  'type' | 'inputMode' | 'autoComplete' | 'dir' | 'description'
>;

/** A required single-line field. */
export function DetailField({ onChange, dir = 'auto', ...field }: DetailFieldProps & Extras) {
  return (
    <TextInput
      {...field}
      dir={dir}
      size="md"
      aria-required
      onChange={({ currentTarget: { value } }) => onChange(field.type === 'tel' ? latinDigits(value) : value)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ input: formStyles.input, label: formStyles.label }}
    />
  );
}
