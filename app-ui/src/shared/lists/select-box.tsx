import { useEffect, useRef } from 'react';
import styles from './select-box.module.css';

interface SelectBoxProps {
  label: string;
  isSelected: boolean;
  isMixed?: boolean;
  /** `isRange`: with the shift key, for all rows since the last change. */
  onChange: (isRange: boolean) => void;
}

/** Selects a row, or all. The label around it has the size of a finger. */
export function SelectBox({ label, isSelected, isMixed = false, onChange }: SelectBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label className={styles.box}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={isSelected}
        onChange={({ nativeEvent }) => onChange((nativeEvent as MouseEvent).shiftKey === true)}
      />
    </label>
  );
}
