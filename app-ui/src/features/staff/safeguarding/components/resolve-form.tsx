import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { HttpError, useErrorText, useTranslation } from 'ui-kit';
import { TextArea } from 'ui-kit/text-area';
import { useMissing } from '../../../../shared/lists/use-missing';
import { type CaseDetails, type CaseOutcome, resolveCase } from '../api/cases';
import styles from './case-card.module.css';
import { OutcomeSelect } from './outcome-select';

export const MAX_RESOLUTION_LENGTH = 2_000;

interface ResolveFormProps {
  item: CaseDetails;
  onCancel: () => void;
  onClosed: () => void;
}

/** Resolves a case with its outcome and a note. Keeps both after an error. */
export function ResolveForm({ item, onCancel, onClosed }: ResolveFormProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const [resolution, setResolution] = useState(item.resolution ?? '');
  const [outcome, setOutcome] = useState<CaseOutcome | null>(null);
  const close = useMutation({
    mutationFn: (chosen: CaseOutcome) => resolveCase(item, chosen, resolution),
    onSuccess: onClosed,
  });
  const isNoteMissing = outcome === 'other' && resolution.trim() === '';
  const missing = useMissing()({
    [t('safeguarding.outcome')]: outcome === null,
    [t('safeguarding.resolution')]: isNoteMissing,
  });
  const isClosedAlready = close.error instanceof HttpError && close.error.status === 404;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (outcome !== null && !isNoteMissing) close.mutate(outcome);
      }}
    >
      <OutcomeSelect autoFocus value={outcome} onChange={setOutcome} />
      <TextArea
        label={t('safeguarding.resolution')}
        hint={outcome === 'other' ? t('safeguarding.noteNeeded') : t('safeguarding.resolutionHint')}
        rows={3}
        maxLength={MAX_RESOLUTION_LENGTH}
        value={resolution}
        onChange={setResolution}
      />
      {close.error && (
        <p className={styles.error} role="alert">
          {isClosedAlready ? t('safeguarding.resolvedElsewhere') : errorText(close.error)}
        </p>
      )}
      {missing !== null && <p className={styles.missing}>{missing}</p>}
      <div className={styles.actions}>
        <Button variant="subtle" type="button" onClick={onCancel}>
          {t('safeguarding.cancel')}
        </Button>
        <Button type="submit" disabled={missing !== null} loading={close.isPending}>
          {t('safeguarding.resolveNow')}
        </Button>
      </div>
    </form>
  );
}
