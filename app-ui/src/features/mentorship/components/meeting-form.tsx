import { useState } from 'react';
import { toast, useErrorText, useTranslation } from 'ui-kit';
import type { Mentorship } from '../../../shared/mentorships/mentorship';
import { LONGEST_MEETING, MEETING_KINDS, type MeetingDraft, problemOf, useMeetings } from '../meetings';
import { EntryForm } from './entry-form';
import styles from './pauses.module.css';

/** Asks when and how the members met. */
export default function MeetingForm({
  mentorship,
  onClose,
}: {
  mentorship: Mentorship;
  onClose: () => void;
}) {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const { log } = useMeetings(mentorship.id);
  const { firstDay, lastDay } = mentorship;
  const [draft, setDraft] = useState<MeetingDraft>({ metOn: lastDay, kind: 'in_person', minutes: '' });
  const [isChecked, setIsChecked] = useState(false);
  const problem = problemOf(draft, mentorship);

  function submit(): void {
    setIsChecked(true);
    if (problem !== null || log.isPending) return;
    log.mutate(draft, {
      onSuccess: () => {
        void toast(t('mentorship.meeting.saved'));
        onClose();
      },
    });
  }

  const message = isChecked && problem !== null ? t(`mentorship.meeting.problems.${problem}`) : null;
  const described = (field: typeof problem) =>
    message !== null && problem === field ? 'meeting-problem' : undefined;
  return (
    <EntryForm
      label={t('mentorship.meeting.open')}
      lead={t('mentorship.meeting.lead')}
      save={t('mentorship.meeting.save')}
      cancel={t('mentorship.pause.cancel')}
      problem={message ?? (log.error && errorText(log.error))}
      problemId="meeting-problem"
      isPending={log.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.days}>
        <label className={styles.field}>
          {t('mentorship.meeting.day')}
          <input
            type="date"
            value={draft.metOn}
            min={firstDay}
            max={lastDay}
            aria-invalid={described('day') === undefined ? undefined : true}
            aria-describedby={described('day')}
            onChange={({ currentTarget: { value } }) => setDraft({ ...draft, metOn: value })}
          />
        </label>
        <label className={styles.field}>
          {t('mentorship.meeting.minutes')}
          <input
            type="number"
            inputMode="numeric"
            min={1}
            max={LONGEST_MEETING}
            value={draft.minutes}
            aria-invalid={described('minutes') === undefined ? undefined : true}
            aria-describedby={described('minutes')}
            onChange={({ currentTarget: { value } }) => setDraft({ ...draft, minutes: value })}
          />
        </label>
      </div>
      <fieldset className={styles.choices}>
        <legend>{t('mentorship.meeting.kind')}</legend>
        {MEETING_KINDS.map((kind) => (
          <label key={kind} className={styles.choice}>
            <input
              type="radio"
              name="meeting-kind"
              checked={draft.kind === kind}
              onChange={() => setDraft({ ...draft, kind })}
            />
            {t(`mentorship.meeting.kinds.${kind}`)}
          </label>
        ))}
      </fieldset>
    </EntryForm>
  );
}
