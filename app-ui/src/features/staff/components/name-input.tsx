import { TextInput } from '@mantine/core';

const MAX_LENGTH = 80;

interface NameInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** What staff call something, in any language. */
export function NameInput({ label, value, onChange }: NameInputProps) {
  return (
    <TextInput
      size="md"
      label={label}
      dir="auto"
      maxLength={MAX_LENGTH}
      autoComplete="off"
      required
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
