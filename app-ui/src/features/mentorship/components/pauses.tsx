import { CirclePause } from 'lucide-react';
import { useState } from 'react';
import { formatDate, toast, useErrorText, useTranslation } from 'ui-kit';
import { LinkButton } from '../../../shared/forms/link-button';
import type { Mentorship } from '../../../shared/mentorships/mentorship';
import { currentPauses, newPause, problemOf, usePauses } from '../pauses';
import { EntryForm } from './entry-form';
import styles from './pauses.module.css';

/** The times without mentoring. The mentor enters them, and takes the last one back. */
export function Pauses({ mentorship }: { mentorship: Mentorship }) {
  const { t, i18n } = useTranslation('app');
  const errorText = useErrorText();
  const { takeBack } = usePauses(mentorship.id);
  const [isOpen, setIsOpen] = useState(false);
  const isMentor = mentorship.partnerDetails.userDetails.role === 'Mentor';
  const { current, removable } = currentPauses(mentorship.pauses, new Date());
  if (current.length === 0 && !isMentor) return null;
  return (
    <div className={styles.pauses}>
      {current.map(({ id, startsOn, endsOn }) => (
        <p key={id} className={styles.pause}>
          <CirclePause aria-hidden size={18} />
          {t('mentorship.pause.dates', {
            from: formatDate(startsOn, i18n.language, 'short'),
            until: formatDate(endsOn, i18n.language, 'short'),
          })}
          {isMentor && id === removable && (
            <LinkButton
              aria-disabled={takeBack.isPending}
              onClick={() =>
                takeBack.mutate(id, {
                  onSuccess: () => void toast(t('mentorship.pause.takenBack')),
                  onError: (error) => void toast(errorText(error), 'danger'),
                })
              }
            >
              {t('mentorship.pause.takeBack')}
            </LinkButton>
          )}
        </p>
      ))}
      {isMentor && !isOpen && (
        <LinkButton onClick={() => setIsOpen(true)}>{t('mentorship.pause.open')}</LinkButton>
      )}
      {isMentor && isOpen && <PauseForm mentorship={mentorship.id} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function PauseForm({ mentorship, onClose }: { mentorship: string; onClose: () => void }) {
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
