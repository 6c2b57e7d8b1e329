import { useState } from 'react';
import { useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { TextArea } from 'ui-kit/text-area';
import type { BulkFormProps } from '../../../../shared/lists/bulk-bar';
import { BulkRefusal } from '../../../../shared/lists/bulk-run';
import { useMissing } from '../../../../shared/lists/use-missing';
import { type Case, type CaseOutcome, resolveCase } from '../api/cases';
import { OutcomeSelect } from './outcome-select';
import { MAX_RESOLUTION_LENGTH } from './resolve-form';

/** Why a case is not closed among others; null if it can be. */
function useCloseRefusal(): (item: Case) => string | null {
  const { t } = useTranslation('staff');
  return ({ isUrgent, resolvedBy }) => {
    if (isUrgent) return t('safeguarding.closeUrgent');
    // It has a note already, which this would replace.
    return resolvedBy === null ? null : t('safeguarding.closeReopened');
  };
}

/** Closes many cases with one outcome and one note. */
export function CloseMany({ title, onSubmit, onClose }: BulkFormProps<Case>) {
  const { t } = useTranslation('staff');
  const missing = useMissing();
  const refusal = useCloseRefusal();
  const [outcome, setOutcome] = useState<CaseOutcome | null>(null);
  const [note, setNote] = useState('');
  return (
    <FormDialog
      title={title}
      text={t('safeguarding.closeSelectedText')}
      cancel={t('safeguarding.cancel')}
      submit={t('safeguarding.closeNow')}
      missing={missing({
        [t('safeguarding.outcome')]: outcome === null,
        [t('safeguarding.resolution')]: outcome === 'other' && note.trim() === '',
      })}
      onSubmit={() => {
        if (outcome === null) return;
        onSubmit(async (item) => {
          const why = refusal(item);
          if (why !== null) throw new BulkRefusal(why);
          await resolveCase(item, outcome, note.trim());
        });
      }}
      onClose={onClose}
    >
      <OutcomeSelect value={outcome} onChange={setOutcome} />
      <TextArea
        label={t('safeguarding.resolution')}
        hint={outcome === 'other' ? t('safeguarding.noteNeeded') : t('safeguarding.resolutionHint')}
        rows={3}
        maxLength={MAX_RESOLUTION_LENGTH}
        value={note}
        onChange={setNote}
      />
    </FormDialog>
  );
}
