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
  /** Enter, where there is something to choose at once. */
  onEnter?: () => void;
  /** Down, into what was found. */
  onDown: () => void;
}

/** The search at the top of a panel from which one thing is picked. */
export function PickerSearch(props: PickerSearchProps) {
  const { field, text, label, clearLabel, maxLength, className, onChange, onEnter, onDown } = props;
  useEffect(() => {
    // Where there are no keys, the one on the screen would cover what one came for.
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  }, [field]);

  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && text !== '') {
      // Only the search ends, not what it is shown in.
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
      <Search aria-hidden size={15} className={styles.glass} />
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
        onKeyDown={pressed}
      />
      {text !== '' && (
        <IconButton size={28} label={clearLabel} onClick={clear}>
          <X aria-hidden size={15} />
        </IconButton>
      )}
    </div>
  );
}

/** Moves into a list in which one button is a stop for Tab. */
export function enterList(list: HTMLElement | null): void {
  list?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
}
