import { useEffect, useRef } from 'react';
import { Avatar, announce, useTranslation } from 'ui-kit';
import styles from './mention-picker.module.css';

export interface Suggestion {
  userId: string;
  name: string;
  picture: string | null;
  /** Distinguishes people of the same name. */
  role: string | null;
}

interface MentionPickerProps {
  id: string;
  people: readonly Suggestion[];
  active: Suggestion | undefined;
  onPick: (person: Suggestion) => void;
}

/** Suggestions for mentions. The focus stays in the text field, which references the active option. */
export function MentionPicker({ id, people, active, onPick }: MentionPickerProps) {
  const { t } = useTranslation('messenger');
  const count = people.length;
  useEffect(() => announce(t('mentions.suggestions', { count })), [count, t]);
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another option becomes active
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.userId]);
  return (
    <div ref={list} className={styles.picker} id={id} role="listbox" aria-label={t('mentions.label')}>
      {people.map((person) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys and references the active option
        <div
          key={person.userId}
          id={`${id}-${person.userId}`}
          className={styles.person}
          role="option"
          tabIndex={-1}
          aria-selected={person === active}
          // The field keeps the focus. Only a complete tap selects: a touch may scroll the list.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(person)}
        >
          <Avatar id={person.userId} name={person.name} picture={person.picture} size={26} />
          <span className={styles.name}>{person.name}</span>
          {person.role && <span className={styles.role}>{person.role}</span>}
        </div>
      ))}
    </div>
  );
}
