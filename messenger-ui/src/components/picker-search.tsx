import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { IconButton } from 'ui-kit';
import styles from './picker-search.module.css';

interface PickerSearchProps {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  label: string;
  clearLabel: string;
  maxLength?: number;
  className?: string | undefined;
  onChange: (text: string) => void;
  /** Enter: selects the first result. */
  onEnter?: () => void;
  /** Arrow down: moves into the results. */
  onDown: () => void;
}

/** Search field of a picker. */
export function PickerSearch(props: PickerSearchProps) {
  const { field, text, label, clearLabel, maxLength, className, onChange, onEnter, onDown } = props;
  useEffect(() => {
    // On touch devices the on-screen keyboard would cover the picker.
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  }, [field]);

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && text !== '') {
      // Escape clears the search and does not close the dialog.
      event.preventDefault();
      onChange('');
    } else if (event.key === 'Enter' && onEnter) {
      event.preventDefault();
      onEnter();
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      onDown();
    }
  };
  const clear = () => {
    onChange('');
    field.current?.focus();
  };

  return (
    <div className={`${styles.search} ${className ?? ''}`}>
      <Search aria-hidden size={15} className={styles.icon} />
      <input
        ref={field}
        type="search"
        className={styles.field}
        value={text}
        maxLength={maxLength}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      {text !== '' && (
        <IconButton size={28} label={clearLabel} onClick={clear}>
          <X aria-hidden size={15} />
        </IconButton>
      )}
    </div>
  );
}

/** Focuses the tab stop of a list. */
export function focusTabStop(list: HTMLElement | null): void {
  list?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
}
