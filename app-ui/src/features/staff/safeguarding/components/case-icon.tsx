import { Flag, LifeBuoy, ScanText } from 'lucide-react';
import type { Case } from '../api/cases';
import styles from './case-icon.module.css';

/** The icon of a kind of case, in another colour if the case is urgent. */
export function CaseIcon({ kind, isUrgent }: { kind: Case['kind']; isUrgent: boolean }) {
  const Icon = kind === 'crisis' ? LifeBuoy : kind === 'report' ? Flag : ScanText;
  return (
    <span className={styles.icon} data-urgent={isUrgent || undefined}>
      <Icon aria-hidden size={20} />
    </span>
  );
}
