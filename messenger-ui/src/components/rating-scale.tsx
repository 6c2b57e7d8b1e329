import { Angry, Frown, Laugh, type LucideIcon, Meh, Smile } from 'lucide-react';
import { useId } from 'react';
import { useTranslation, VisuallyHidden } from 'ui-kit';
import styles from './rating-scale.module.css';

/** Levels 1 to 5. Icons instead of emoji: the same on every device, in the colours of the theme. */
export const RATING_LEVELS: readonly { value: number; Face: LucideIcon }[] = [
  { value: 1, Face: Angry },
  { value: 2, Face: Frown },
  { value: 3, Face: Meh },
  { value: 4, Face: Smile },
  { value: 5, Face: Laugh },
];

interface RatingScaleProps {
  question: string;
  /** The context shows the question already. */
  isQuestionHidden?: boolean;
  value: number | null;
  disabled?: boolean;
  onChange: (value: number) => void;
}

/** One question with five faces, as radio buttons. */
export function RatingScale({
  question,
  isQuestionHidden = false,
  value,
  disabled = false,
  onChange,
}: RatingScaleProps) {
  const { t } = useTranslation('messenger');
  const name = useId();
  return (
    <fieldset className={styles.scale} disabled={disabled}>
      <legend className={styles.legend}>
        {isQuestionHidden ? <VisuallyHidden>{question}</VisuallyHidden> : question}
      </legend>
      <div className={styles.options}>
        {RATING_LEVELS.map(({ value: level, Face }) => (
          <label key={level} className={styles.level} title={t(`rating.level.${level}`)}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={level}
              aria-label={t(`rating.level.${level}`)}
              checked={value === level}
              onChange={() => onChange(level)}
            />
            <span className={styles.icon}>
              <Face aria-hidden size={24} strokeWidth={1.75} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
