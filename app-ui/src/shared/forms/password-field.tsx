import { PasswordInput } from '@mantine/core';
import { Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type Ref, useState } from 'react';
import { useTranslation } from 'ui-kit';
import styles from './form.module.css';

interface PasswordFieldProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  /** Description of the field. */
  hint?: ReactNode;
}

/** A password field that can be revealed and warns of Caps Lock. */
export function PasswordField({ ref, onChange, onBlur, hint, ...field }: PasswordFieldProps) {
  const { t } = useTranslation('app');
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <PasswordInput
      {...field}
      ref={ref ?? null}
      size="md"
      dir="ltr"
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => {
        setCapsLock(false);
        onBlur?.();
      }}
      // The library sets this only on its other fields.
      aria-invalid={field.error !== undefined}
      description={
        (capsLock || hint) && (
          <>
            {capsLock && t('auth.capsLock')}
            {hint}
          </>
        )
      }
      descriptionProps={{ component: 'div' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword'), tabIndex: 0 }}
      visibilityToggleIcon={({ reveal }) =>
        reveal ? <EyeOff aria-hidden size={18} /> : <Eye aria-hidden size={18} />
      }
      classNames={{ input: styles.input, label: styles.label, description: styles.hint }}
    />
  );
}
