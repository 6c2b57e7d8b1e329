import { Award } from 'lucide-react';
import styles from './medal.module.css';

interface MedalProps {
  /** `Gold`, `Silver` or `Bronze`. */
  tier: string;
  /** Pixels. */
  size: number;
}

/** The picture of a badge. Its tier stands beside it in words. */
export function Medal({ tier, size }: MedalProps) {
  return (
    <span className={styles.medal} data-tier={tier} style={{ inlineSize: size, blockSize: size }}>
      <Award aria-hidden size={size * 0.54} />
    </span>
  );
}
