import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'ui-kit';
import { dayInput, startOfDay } from '../model/days';
import styles from './day-picker.module.css';

interface DayPickerProps {
  /** The day that the calendar shows first. */
  at: number;
  /** Receives the start of the chosen day in the reader's time zone. */
  onJump: (date: string) => void;
  /** Renders the button that opens the calendar. */
  children: (open: () => void) => ReactNode;
}

/** Opens the browser's date picker, which is localised and works by touch, keyboard and screen reader. */
export function DayPicker({ at, onJump, children }: DayPickerProps) {
  const { t } = useTranslation('messenger');
  const field = useRef<HTMLInputElement>(null);
  const open = () => {
    try {
      field.current?.showPicker();
    } catch {
      // The browser cannot open the picker from code: the field accepts typed dates.
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
        aria-label={t('messageList.jumpToDay')}
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
