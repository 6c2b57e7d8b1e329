import { Star } from 'lucide-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'ui-kit';
import { LinkButton } from '../../../shared/forms/link-button';
import styles from './star-rating.module.css';

const STARS = [1, 2, 3, 4, 5];

interface StarRatingProps {
  /** 0 for none. */
  value: number;
  onChange: (value: number) => void;
}

/** One to five stars as radio buttons, or none. */
export function StarRating({ value, onChange }: StarRatingProps) {
  const { t } = useTranslation('learning');
  const name = useId();
  const first = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange(0);
    // The button disappears.
    first.current?.focus();
  };
  return (
    <fieldset className={styles.rating}>
      <legend>{t('feedback.rating')}</legend>
      <div className={styles.row}>
        <div className={styles.stars}>
          {STARS.map((count) => (
            <label key={count} className={styles.star} data-filled={count <= value || undefined}>
              <input
                ref={count === 1 ? first : undefined}
                type="radio"
                name={name}
                value={count}
                aria-label={t('feedback.stars', { count })}
                checked={count === value}
                onChange={() => onChange(count)}
              />
              <Star aria-hidden size={36} strokeWidth={1.5} />
            </label>
          ))}
        </div>
        {value > 0 && <LinkButton onClick={clear}>{t('feedback.clearRating')}</LinkButton>}
      </div>
    </fieldset>
  );
}
