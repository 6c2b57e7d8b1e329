import { formatDate, toast, useErrorText, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { LinkButton } from '../../../shared/forms/link-button';
import type { Mentorship } from '../../../shared/mentorships/mentorship';
import { useMeetings } from '../meetings';
import { Entry } from './entry';
import styles from './pauses.module.css';

const MeetingForm = lazyPart(() => import('./meeting-form'), 'retry');

/** The last meeting outside the product. The mentor logs them, and removes what they entered last. */
export function Meetings({ mentorship }: { mentorship: Mentorship }) {
  const { t, i18n } = useTranslation('app');
  const errorText = useErrorText();
  const { remove } = useMeetings(mentorship.id);
  const isMentor = mentorship.partnerDetails.userDetails.role === 'Mentor';
  const last = mentorship.meetings[0];
  if (last === undefined && !isMentor) return null;
  return (
    <div className={styles.pauses}>
      {last && (
        <p className={styles.pause}>
          {t('mentorship.meeting.last', {
            day: formatDate(last.metOn, i18n.language, 'short'),
            kind: t(`mentorship.meeting.kinds.${last.kind}`),
          })}
          {isMentor && last.isOwn && (
            <LinkButton
              aria-disabled={remove.isPending}
              onClick={() =>
                remove.mutate(last.id, {
                  onSuccess: () => void toast(t('mentorship.meeting.removed')),
                  onError: (error) => void toast(errorText(error), 'danger'),
                })
              }
            >
              {t('mentorship.meeting.remove')}
            </LinkButton>
          )}
        </p>
      )}
      {isMentor && (
        <Entry label={t('mentorship.meeting.open')}>
          {(close) => <MeetingForm mentorship={mentorship} onClose={close} />}
        </Entry>
      )}
    </div>
  );
}
