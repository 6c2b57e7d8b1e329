import { useRef, useState } from 'react';
import { useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import measure from '../../components/measure.module.css';
import { useAct } from '../../components/use-act';
import { type MentorshipRecord, pauseMentorship } from './mentorship-record';
import { newPause, type PauseDraft, problemOf } from './pause';
import styles from './pause-dialog.module.css';

interface PauseDialogProps {
  mentorship: MentorshipRecord;
  onClose: () => void;
}

/** Asks for the days of a pause, below what it does. */
export function PauseDialog({ mentorship, onClose }: PauseDialogProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const fields = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState(() => newPause(mentorship.lastDay));
  const [isChecked, setIsChecked] = useState(false);
  const act = useAct((days: PauseDraft) => pauseMentorship(mentorship.id, days), t('pauses.saved'), onClose);
  const problem = problemOf(draft, mentorship);
  const shown = isChecked ? problem : null;
  const submit = () => {
    setIsChecked(true);
    if (problem === null) act.mutate(draft);
    else fields.current?.querySelector<HTMLElement>(`[name="${problem.field}"]`)?.focus();
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
              aria-invalid={name === shown?.field}
              aria-describedby={name === shown?.field ? 'pause-problem' : undefined}
              onChange={({ currentTarget: { value } }) =>
                setDraft((before) => ({ ...before, [name]: value }))
              }
            />
          </label>
        ))}
        {shown && (
          <p className={styles.problem} id="pause-problem" role="alert">
            {t(`pauses.problems.${shown.text}`)}
          </p>
        )}
      </div>
    </FormDialog>
  );
}
