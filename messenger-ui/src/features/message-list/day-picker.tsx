import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'ui-kit';
import { dayInput, startOfDay } from '../../model/days';
import styles from './day-picker.module.css';

interface DayPickerProps {
  /** The day the calendar begins with. */
  at: number;
  /** A day was chosen; the instant is its beginning by the reader's clock. */
  onJump: (date: string) => void;
  /** The button that opens it. */
  children: (open: () => void) => ReactNode;
}

/**
 * The browser's own calendar: it speaks the reader's language and is at home under a finger, on a keyboard and in a
 * screen reader.
 */
export function DayPicker({ at, onJump, children }: DayPickerProps) {
  const { t } = useTranslation('messenger');
  const field = useRef<HTMLInputElement>(null);
  const open = () => {
    try {
      field.current?.showPicker();
    } catch {
      // A browser without a picker on demand: the field itself can be typed in.
      field.current?.focus();
    }
  };
  return (
    <span className={styles.anchor}>
      {children(open)}
      <input
        ref={field}
        className={styles.field}
        type="date"
        tabIndex={-1}
        aria-label={t('list.jump')}
        defaultValue={dayInput(at)}
        max={dayInput(Date.now())}
        onChange={({ target }) => {
          const start = startOfDay(target.value);
          if (start !== null) onJump(start);
        }}
      />
    </span>
  );
}
