import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { HttpError, useErrorText, useTranslation } from 'ui-kit';
import { type Case, resolveCase } from '../api/cases';
import styles from './case-form.module.css';

const MAX_LENGTH = 2_000;

interface ResolveFormProps {
  item: Case;
  onCancel: () => void;
  onClosed: () => void;
}

/** Resolves a case with a note. Keeps the note after an error. */
export function ResolveForm({ item, onCancel, onClosed }: ResolveFormProps) {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const [resolution, setResolution] = useState(item.resolution ?? '');
  const close = useMutation({
    mutationFn: () => resolveCase(item, resolution),
    onSuccess: onClosed,
  });
  const isClosedAlready = close.error instanceof HttpError && close.error.status === 404;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        close.mutate();
      }}
    >
      <label className={styles.field}>
        <span className={styles.label}>{t('safeguarding.resolution')}</span>
        <textarea
          rows={3}
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: the form opens because its button was pressed
          autoFocus
          maxLength={MAX_LENGTH}
          value={resolution}
          onChange={(event) => setResolution(event.target.value)}
        />
        <span className={styles.hint}>{t('safeguarding.resolutionHint')}</span>
      </label>
      {close.error && (
        <p className={styles.error} role="alert">
          {isClosedAlready ? t('safeguarding.resolvedElsewhere') : errorText(close.error)}
        </p>
      )}
      <div className={styles.buttons}>
        <Button variant="subtle" type="button" onClick={onCancel}>
          {t('safeguarding.cancel')}
        </Button>
        <Button type="submit" loading={close.isPending}>
          {t('safeguarding.resolveNow')}
        </Button>
      </div>
    </form>
  );
}
