import { useRef } from 'react';
import { formatDate, toast, useErrorText, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { LinkButton } from '../../../shared/forms/link-button';
import type { Mentorship } from '../../../shared/mentorships/mentorship';
import { shownMeetings, useMeetings } from '../meetings';
import { Entry } from './entry';
import styles from './pauses.module.css';

const MeetingForm = lazyPart(() => import('./meeting-form'), 'retry');

/** The last meetings outside the product. The mentor logs them, and removes their own entries. */
export function Meetings({ mentorship }: { mentorship: Mentorship }) {
  const { t, i18n } = useTranslation('app');
  const errorText = useErrorText();
  const { remove } = useMeetings(mentorship.id);
  const isMentor = mentorship.partnerDetails.userDetails.role === 'Mentor';
  // The pressed button goes with its entry.
  const list = useRef<HTMLDivElement>(null);
  const shown = shownMeetings(mentorship.meetings);
  if (shown.length === 0 && !isMentor) return null;
  return (
    <div className={styles.pauses} ref={list} tabIndex={-1}>
      {shown.map(({ id, metOn, kind, isOwn }) => (
        <p key={id} className={styles.pause}>
          {t('mentorship.meeting.met', {
            day: formatDate(metOn, i18n.language, 'short'),
            kind: t(`mentorship.meeting.kinds.${kind}`),
          })}
          {isMentor && isOwn && (
            <LinkButton
              aria-disabled={remove.isPending}
              onClick={() =>
                remove.mutate(id, {
                  onSuccess: () => {
                    list.current?.focus();
                    void toast(t('mentorship.meeting.removed'));
                  },
                  onError: (error) => void toast(errorText(error), 'danger'),
                })
              }
            >
              {t('mentorship.meeting.remove')}
            </LinkButton>
          )}
        </p>
      ))}
      {isMentor && (
        <Entry label={t('mentorship.meeting.open')}>
          {(close) => <MeetingForm mentorship={mentorship} onClose={close} />}
        </Entry>
      )}
    </div>
  );
}
