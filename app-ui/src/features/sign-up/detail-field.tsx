import { TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import entry from '../entry/entry-form.module.css';
import { latinDigits } from '../entry/latin-digits';

/** What every field of the profile has. */
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

/** One line of text that must be filled in. */
export function DetailField({ onChange, dir = 'auto', ...field }: DetailFieldProps & Extras) {
  return (
    <TextInput
      {...field}
      dir={dir}
      size="md"
      aria-required
      onChange={({ currentTarget: { value } }) => onChange(field.type === 'tel' ? latinDigits(value) : value)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ input: entry.input, label: entry.label }}
    />
  );
}
