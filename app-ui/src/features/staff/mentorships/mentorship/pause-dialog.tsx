import { useRef, useState } from 'react';
import { useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import measure from '../../components/measure.module.css';
import { useAct } from '../../components/use-act';
import { pauseMentorship } from './mentorship-record';
import { newPause, type PauseDraft, problemOf } from './pause';
import styles from './pause-dialog.module.css';

interface PauseDialogProps {
  mentorship: string;
  /** In the programme. */
  today: string;
  onClose: () => void;
}

/** Asks for the days of a pause, below what it does. */
export function PauseDialog({ mentorship, today, onClose }: PauseDialogProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const fields = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState(() => newPause(today));
  const [isChecked, setIsChecked] = useState(false);
  const act = useAct((days: PauseDraft) => pauseMentorship(mentorship, days), t('pauses.saved'), onClose);
  const problem = problemOf(draft);
  const isShown = isChecked && problem !== null;
  // Of a start that is there, the end is what does not fit.
  const wrong = problem === 'days' && draft.startsOn === '' ? 'startsOn' : 'endsOn';
  const submit = () => {
    setIsChecked(true);
    if (problem === null) act.mutate(draft);
    else fields.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  };
  return (
    <FormDialog
      title={t('pauses.open')}
      text={t('pauses.text')}
      cancel={t('safeguarding.cancel')}
      submit={t('pauses.save')}
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.days} ref={fields}>
        {(['startsOn', 'endsOn'] as const).map((name) => (
          <label key={name} className={measure.day}>
            {t(`pauses.${name}`)}
            <input
              type="date"
              name={name}
              value={draft[name]}
              aria-invalid={isShown && name === wrong}
              aria-describedby={isShown && name === wrong ? 'pause-problem' : undefined}
              onChange={({ currentTarget: { value } }) =>
                setDraft((before) => ({ ...before, [name]: value }))
              }
            />
          </label>
        ))}
        {isShown && (
          <p className={styles.problem} id="pause-problem" role="alert">
            {t(`pauses.problems.${problem}`)}
          </p>
        )}
      </div>
    </FormDialog>
  );
}
