import { Button } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatDate, IconButton, useTranslation } from 'ui-kit';
import { LinkButton } from '../../../../shared/forms/link-button';
import { type Measure, useMeasureDialog } from '../../components/measure';
import { Section } from '../../components/section';
import { MeetingDialog } from './meeting-dialog';
import styles from './mentorship-meetings.module.css';
import { type Meeting, type MentorshipRecord, removeMeeting } from './mentorship-record';

const SHOWN = 5;

/** The meetings that staff and the mentor have entered, the newest first. */
export function MentorshipMeetings({ mentorship }: { mentorship: MentorshipRecord }) {
  const { t, i18n } = useTranslation('staff');
  const { open, dialog, titleRef } = useMeasureDialog();
  const [isLogging, setIsLogging] = useState(false);
  const [hasAll, setHasAll] = useState(false);
  const { id, meetings, mayChange } = mentorship;
  const remove = (meeting: Meeting): Measure => ({
    label: t('meetings.remove'),
    text: t('meetings.removeText', {
      day: formatDate(meeting.metOn, i18n.language, 'sentence'),
      kind: t(`meetings.kinds.${meeting.kind}`),
    }),
    done: t('meetings.removed'),
    act: () => removeMeeting(id, meeting.id),
  });
  return (
    <Section title={t('meetings.title')} titleRef={titleRef}>
      <div className={styles.parts}>
        {meetings.length === 0 && <p className={styles.none}>{t('meetings.none')}</p>}
        {meetings.length > 0 && (
          <ol className={styles.list}>
            {(hasAll ? meetings : meetings.slice(0, SHOWN)).map((meeting) => (
              <MeetingRow
                key={meeting.id}
                meeting={meeting}
                onRemove={mayChange ? () => open(remove(meeting)) : undefined}
              />
            ))}
          </ol>
        )}
        {/* One button, which keeps the focus. */}
        {meetings.length > SHOWN && (
          <LinkButton onClick={() => setHasAll(!hasAll)}>
            {hasAll ? t('meetings.fewer') : t('overview.showAll', { number: meetings.length })}
          </LinkButton>
        )}
        {mayChange && (
          <Button className={styles.log} variant="default" onClick={() => setIsLogging(true)}>
            {t('meetings.log')}
          </Button>
        )}
      </div>
      {dialog}
      {isLogging && <MeetingDialog mentorship={mentorship} onClose={() => setIsLogging(false)} />}
    </Section>
  );
}

function MeetingRow({ meeting, onRemove }: { meeting: Meeting; onRemove: (() => void) | undefined }) {
  const { t, i18n } = useTranslation('staff');
  const { metOn, kind, minutes, enteredBy } = meeting;
  const day = formatDate(metOn, i18n.language, 'list');
  const words = [
    t(`meetings.kinds.${kind}`),
    ...(minutes === null ? [] : [t('meetings.lasted', { count: minutes })]),
    ...(enteredBy === null ? [] : [t('meetings.enteredBy', { name: enteredBy })]),
  ];
  return (
    <li className={styles.meeting}>
      <span className={styles.words}>
        <time dateTime={metOn}>{day}</time>
        {words.map((word) => (
          <span key={word}>
            {' · '}
            <bdi>{word}</bdi>
          </span>
        ))}
      </span>
      {onRemove && (
        <IconButton
          label={t('meetings.removeOf', { day, kind: t(`meetings.kinds.${kind}`) })}
          onClick={onRemove}
        >
          <Trash2 aria-hidden size={18} />
        </IconButton>
      )}
    </li>
  );
}
