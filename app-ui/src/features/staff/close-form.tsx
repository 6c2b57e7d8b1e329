import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { HttpError, http, useErrorText, useTranslation } from 'ui-kit';
import { type Case, pathOf } from './cases';
import styles from './writing.module.css';

const LONGEST = 2_000;

interface CloseFormProps {
  one: Case;
  onCancel: () => void;
  onClosed: () => void;
}

/** The last word on a case, for the record. What was written stays whatever the server says to it. */
export function CloseForm({ one, onCancel, onClosed }: CloseFormProps) {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const [resolution, setResolution] = useState(one.resolution ?? '');
  const close = useMutation({
    mutationFn: () => http(pathOf(one), { method: 'POST', body: { resolution } }),
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
        <span className={styles.label}>{t('staff.outcome')}</span>
        <textarea
          rows={3}
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: the form opens because its button was pressed
          autoFocus
          maxLength={LONGEST}
          value={resolution}
          onChange={(event) => setResolution(event.target.value)}
        />
        <span className={styles.hint}>{t('staff.outcomeHint')}</span>
      </label>
      {close.error && (
        <p className={styles.error} role="alert">
          {isClosedAlready ? t('staff.closedElsewhere') : errorText(close.error)}
        </p>
      )}
      <div className={styles.buttons}>
        <Button variant="subtle" type="button" onClick={onCancel}>
          {t('staff.cancel')}
        </Button>
        <Button type="submit" loading={close.isPending}>
          {t('staff.closeNow')}
        </Button>
      </div>
    </form>
  );
}
