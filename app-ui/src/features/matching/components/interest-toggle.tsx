import { Check, ThumbsUp, X } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import type { InterestStatus, Match } from '../../../shared/matches/types';
import styles from './interest-toggle.module.css';

interface InterestToggleProps {
  match: Match;
  /** Why no further match can be accepted: the id of a text about it. */
  closedBy?: string | undefined;
  onChoose: (interestStatus: InterestStatus | null) => void;
}

/** The choice about a match. Tapping the chosen value clears it. */
export function InterestToggle({ match, closedBy, onChoose }: InterestToggleProps) {
  const { t } = useTranslation('matching');
  const { interestStatus, fullName } = match;
  const choose = (value: InterestStatus) => onChoose(interestStatus === value ? null : value);
  const isClosed = closedBy !== undefined && interestStatus !== 'interested';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset with its legend would need a form
    <div className={styles.toggle} role="group" aria-label={t('choice.label', { name: fullName })}>
      <button
        type="button"
        className={styles.value}
        data-value="interested"
        aria-pressed={interestStatus === 'interested'}
        aria-disabled={isClosed || undefined}
        aria-describedby={isClosed ? closedBy : undefined}
        onClick={() => isClosed || choose('interested')}
      >
        {interestStatus === 'interested' ? (
          <Check aria-hidden size={17} strokeWidth={2.5} />
        ) : (
          <ThumbsUp aria-hidden size={17} />
        )}
        {t('choice.interested')}
      </button>
      <button
        type="button"
        className={styles.value}
        data-value="not_interested"
        aria-pressed={interestStatus === 'not_interested'}
        onClick={() => choose('not_interested')}
      >
        {interestStatus === 'not_interested' ? (
          <Check aria-hidden size={17} strokeWidth={2.5} />
        ) : (
          <X aria-hidden size={17} />
        )}
        {t('choice.notInterested')}
      </button>
    </div>
  );
}
