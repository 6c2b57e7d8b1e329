import { CirclePause } from 'lucide-react';

import { formatDate, toast, useErrorText, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { LinkButton } from '../../../shared/forms/link-button';
import type { Mentorship } from '../../../shared/mentorships/mentorship';
import { currentPauses, usePauses } from '../pauses';
import { Entry } from './entry';
import styles from './pauses.module.css';

const PauseForm = lazyPart(() => import('./pause-form'), 'retry');

/** The times without mentoring. The mentor enters them, and takes the last one back. */
export function Pauses({ mentorship }: { mentorship: Mentorship }) {
  const { t, i18n } = useTranslation('app');
  const errorText = useErrorText();
  const { takeBack } = usePauses(mentorship.id);
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
      {isMentor && (
        <Entry label={t('mentorship.pause.open')}>
          {(close) => <PauseForm mentorship={mentorship.id} onClose={close} />}
        </Entry>
      )}
    </div>
  );
}
