import styles from './criterion-chip.module.css';
import { CriterionIcon } from './criterion-icon';

interface CriterionChipProps {
  name: string;
  icon: string;
  answers?: readonly string[];
  isClash?: boolean;
}

/** A criterion with its icon, and the answers that count. Clashing ones are red. */
export function CriterionChip({ name, icon, answers = [], isClash = false }: CriterionChipProps) {
  return (
    <li className={styles.chip} data-clash={isClash || undefined}>
      <CriterionIcon name={icon} size={16} />
      <span>
        <bdi>{name}</bdi>
        {answers.length > 0 && (
          <>
            : <bdi className={styles.answers}>{answers.join(' · ')}</bdi>
          </>
        )}
      </span>
    </li>
  );
}
