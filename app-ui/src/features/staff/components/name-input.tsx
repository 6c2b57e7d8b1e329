import { TextInput } from '@mantine/core';

interface NameInputProps {
  label: string;
  description?: string;
  maxLength?: number;
  value: string;
  onChange: (value: string) => void;
}

/** What staff call something, in any language. */
export function NameInput({ label, description, maxLength = 80, value, onChange }: NameInputProps) {
  return (
    <TextInput
      size="md"
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      dir="auto"
      maxLength={maxLength}
      autoComplete="off"
      required
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
