import { useState } from 'react';
import { toast, useErrorText, useTranslation } from 'ui-kit';
import { newPause, problemOf, usePauses } from '../pauses';
import { EntryForm } from './entry-form';
import styles from './pauses.module.css';

/** Asks for the days of a pause. */
export default function PauseForm({ mentorship, onClose }: { mentorship: string; onClose: () => void }) {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const { create } = usePauses(mentorship);
  const [draft, setDraft] = useState(() => newPause(new Date()));
  const [isChecked, setIsChecked] = useState(false);
  const problem = problemOf(draft, new Date());

  function submit(): void {
    setIsChecked(true);
    if (problem !== null || create.isPending) return;
    create.mutate(draft, {
      onSuccess: () => {
        void toast(t('mentorship.pause.saved'));
        onClose();
      },
    });
  }

  const message = isChecked && problem !== null ? t(`mentorship.pause.problems.${problem}`) : null;
  return (
    <EntryForm
      label={t('mentorship.pause.open')}
      lead={t('mentorship.pause.lead')}
      save={t('mentorship.pause.save')}
      cancel={t('mentorship.pause.cancel')}
      problem={message ?? (create.error && errorText(create.error))}
      problemId="pause-problem"
      isPending={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.days}>
        {(['startsOn', 'endsOn'] as const).map((field) => (
          <label key={field} className={styles.field}>
            {t(`mentorship.pause.${field}`)}
            <input
              type="date"
              value={draft[field]}
              aria-describedby={message === null ? undefined : 'pause-problem'}
              onChange={({ currentTarget }) => setDraft({ ...draft, [field]: currentTarget.value })}
            />
          </label>
        ))}
      </div>
    </EntryForm>
  );
}
