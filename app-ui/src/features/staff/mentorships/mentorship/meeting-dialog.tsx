import { useState } from 'react';
import { useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import measure from '../../components/measure.module.css';
import { useAct } from '../../components/use-act';
import { logMeeting, type MeetingDraft, type MentorshipRecord } from './mentorship-record';

const KINDS = ['in_person', 'phone', 'video'] as const satisfies readonly MeetingDraft['kind'][];
const MINUTES = { min: 1, max: 600 };

interface MeetingDialogProps {
  mentorship: MentorshipRecord;
  onClose: () => void;
}

/** Asks when and how they met, below what an entry does. */
export function MeetingDialog({ mentorship: { id, firstDay, lastDay }, onClose }: MeetingDialogProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const [metOn, setMetOn] = useState(lastDay);
  const [kind, setKind] = useState<MeetingDraft['kind']>('in_person');
  const [minutes, setMinutes] = useState('');
  const act = useAct((meeting: MeetingDraft) => logMeeting(id, meeting), t('meetings.logged'), onClose);
  return (
    <FormDialog
      title={t('meetings.log')}
      text={t('meetings.text')}
      cancel={t('safeguarding.cancel')}
      submit={t('meetings.log')}
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={() => act.mutate({ metOn, kind, minutes: minutes === '' ? null : Number(minutes) })}
      onClose={onClose}
    >
      <label className={measure.day}>
        {t('meetings.day')}
        <input
          type="date"
          min={firstDay}
          max={lastDay}
          required
          value={metOn}
          onChange={({ currentTarget: { value } }) => setMetOn(value)}
        />
      </label>
      <fieldset className={measure.options}>
        <legend>{t('meetings.kind')}</legend>
        {KINDS.map((one) => (
          <label key={one} className={measure.option}>
            <input type="radio" name="kind" checked={kind === one} onChange={() => setKind(one)} />
            {t(`meetings.kinds.${one}`)}
          </label>
        ))}
      </fieldset>
      <label className={measure.day}>
        {t('meetings.minutes')}
        <input
          type="number"
          inputMode="numeric"
          {...MINUTES}
          value={minutes}
          onChange={({ currentTarget: { value } }) => setMinutes(value)}
        />
      </label>
    </FormDialog>
  );
}
