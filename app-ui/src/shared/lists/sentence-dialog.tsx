import { useState } from 'react';
import { useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { TextArea } from 'ui-kit/text-area';
import { useMissing } from './use-missing';
import './texts';

const MIN_LENGTH = 3;

/** What is asked before an act. */
export interface Sentence {
  /** What the act does, and what it leaves behind. */
  text: string;
  /** Of the sentence; without it the dialog only asks for a confirmation. */
  label?: string;
  submit: string;
  maxLength?: number;
}

interface SentenceDialogProps extends Sentence {
  title: string;
  onSubmit: (sentence: string) => void;
  onClose: () => void;
}

/** Asks for the sentence of an act. */
export function SentenceDialog({
  title,
  text,
  label,
  submit,
  maxLength,
  onSubmit,
  onClose,
}: SentenceDialogProps) {
  const { t } = useTranslation('lists');
  const missing = useMissing();
  const [sentence, setSentence] = useState('');
  return (
    <FormDialog
      title={title}
      text={text}
      cancel={t('list.back')}
      submit={submit}
      missing={label === undefined ? null : missing({ [label]: sentence.trim().length < MIN_LENGTH })}
      onSubmit={() => onSubmit(sentence.trim())}
      onClose={onClose}
    >
      {label !== undefined && (
        <TextArea label={label} rows={3} maxLength={maxLength} value={sentence} onChange={setSentence} />
      )}
    </FormDialog>
  );
}
