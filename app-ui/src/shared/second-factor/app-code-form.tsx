import './texts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Banner, isUnexpected, reportError, useErrorText, useTranslation } from 'ui-kit';
import styles from '../forms/form.module.css';
import { latinDigits } from '../forms/latin-digits';

const CODE_LENGTH = 6;
/** With the dash in the middle. */
const RECOVERY_LENGTH = 11;

interface AppCodeFormProps {
  /** Accessible name. */
  label: string;
  /** Whether a recovery code counts, too. */
  hasRecovery: boolean;
  /** Without it, the page begins at its heading. */
  hasFocus?: boolean;
  onSubmit: (code: string) => Promise<void>;
  /** Further buttons. */
  children?: ReactNode;
}

/** Asks for a code of the authenticator app and submits it at its last digit. A refused code stays in the field, selected. */
export function AppCodeForm({ label, hasRecovery, hasFocus = true, onSubmit, children }: AppCodeFormProps) {
  const { t } = useTranslation('secondFactor');
  const errorText = useErrorText();
  const [code, setCode] = useState('');
  const [isRecovery, setIsRecovery] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // Submitted by the button only: guesses are limited.
  const refused = useRef('');
  const kind = isRecovery ? 'recovery' : 'digits';
  const isComplete = isRecovery
    ? code.replaceAll('-', '').length === RECOVERY_LENGTH - 1
    : code.length === CODE_LENGTH;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the field of the other kind takes the focus
  useEffect(() => {
    if (hasFocus) input.current?.focus();
  }, [kind]);

  async function submit(complete: string): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    setFailure(null);
    try {
      await onSubmit(complete);
    } catch (error) {
      if (isUnexpected(error)) void reportError(error);
      refused.current = complete;
      setFailure(error);
      input.current?.focus();
      input.current?.select();
      // After an accepted code the form stays busy until its owner replaces it.
      setIsBusy(false);
    }
  }

  function change(text: string): void {
    const next = isRecovery
      ? latinDigits(text)
          .toUpperCase()
          .replace(/[^A-Z0-9-]/g, '')
          .slice(0, RECOVERY_LENGTH)
      : latinDigits(text).replace(/\D/g, '').slice(0, CODE_LENGTH);
    setCode(next);
    setFailure(null);
    if (!isRecovery && next.length === CODE_LENGTH && next !== code && next !== refused.current)
      void submit(next);
  }

  return (
    <form
      className={styles.form}
      noValidate
      aria-label={label}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        // A dialog of React is inside the form that opened it.
        event.stopPropagation();
        if (isComplete) void submit(code);
      }}
    >
      {failure !== null && (
        <Banner tone="danger" role="alert">
          {errorText(failure)}
        </Banner>
      )}
      <TextInput
        ref={input}
        label={t(`field.${kind}`)}
        description={t(`hint.${kind}`)}
        name="code"
        size="md"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
        value={code}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        error={failure !== null}
        classNames={{
          input: `${styles.input} ${styles.code}`,
          label: styles.label,
          description: styles.description,
        }}
      />
      <Button
        className={styles.submit}
        type="submit"
        size="md"
        fullWidth
        disabled={!isComplete}
        aria-disabled={isBusy}
      >
        {t('submit')}
      </Button>
      {hasRecovery && (
        <p className={styles.alternative}>
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              setIsRecovery(!isRecovery);
              setCode('');
              setFailure(null);
            }}
          >
            {t(isRecovery ? 'useApp' : 'useRecovery')}
          </button>
        </p>
      )}
      {children}
    </form>
  );
}
