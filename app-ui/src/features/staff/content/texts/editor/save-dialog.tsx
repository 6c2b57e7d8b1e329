import { useState } from 'react';
import { useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { useMissing } from '../../../../../shared/lists/use-missing';
import { Choice, Choices } from '../../../components/choices';
import styles from './text-editor.module.css';

interface SaveDialogProps {
  /** How many people agreed to the documents. */
  agreed: number;
  isPending: boolean;
  onSave: (askAgain: boolean) => void;
  onClose: () => void;
}

/** Asks whether a changed document is a new version, to which people agree again. */
export function SaveDialog({ agreed, isPending, onSave, onClose }: SaveDialogProps) {
  const { t } = useTranslation('staff');
  const missing = useMissing();
  const [askAgain, setAskAgain] = useState<boolean | null>(null);
  return (
    <FormDialog
      title={t('texts.version.title')}
      text={t('texts.version.text')}
      cancel={t('safeguarding.cancel')}
      submit={t('texts.save')}
      missing={missing({ [t('texts.version.question')]: askAgain === null })}
      isPending={isPending}
      onSubmit={() => askAgain !== null && onSave(askAgain)}
      onClose={onClose}
    >
      <Choices legend={t('texts.version.question')}>
        {[false, true].map((value) => (
          <Choice
            key={`${value}`}
            type="radio"
            name="version"
            checked={askAgain === value}
            onChange={() => setAskAgain(value)}
          >
            {value ? t('texts.version.again') : t('texts.version.typo')}
          </Choice>
        ))}
      </Choices>
      {askAgain === true && (
        <p className={styles.hint} role="status">
          {t('texts.version.people', { count: agreed })}
        </p>
      )}
    </FormDialog>
  );
}
