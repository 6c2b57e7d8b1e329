import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { announce, IconButton, useTranslation } from 'ui-kit';
import styles from './text-editor.module.css';

interface EntryButtonsProps {
  /** The keys of all questions, in their order. */
  entries: readonly string[];
  entry: string;
  /** What the page calls it. */
  name: string;
  isDisabled: boolean;
  onChange: (entries: readonly string[]) => void;
  onRemove: () => void;
}

/** Moves a question of a topic, or removes it. */
export function EntryButtons({ entries, entry, name, isDisabled, onChange, onRemove }: EntryButtonsProps) {
  const { t } = useTranslation('staff');
  const place = entries.indexOf(entry);
  const move = (by: number) => {
    const others = entries.filter((key) => key !== entry);
    onChange([...others.slice(0, place + by), entry, ...others.slice(place + by)]);
    announce(t('texts.entries.moved', { number: place + by + 1 }));
  };
  return (
    <div className={styles.buttons}>
      <IconButton
        label={`${t('texts.entries.up')}: ${name}`}
        disabled={isDisabled || place === 0}
        onClick={() => move(-1)}
      >
        <ArrowUp aria-hidden size={18} />
      </IconButton>
      <IconButton
        label={`${t('texts.entries.down')}: ${name}`}
        disabled={isDisabled || place === entries.length - 1}
        onClick={() => move(1)}
      >
        <ArrowDown aria-hidden size={18} />
      </IconButton>
      <IconButton label={`${t('texts.entries.remove')}: ${name}`} disabled={isDisabled} onClick={onRemove}>
        <Trash2 aria-hidden size={18} />
      </IconButton>
    </div>
  );
}
