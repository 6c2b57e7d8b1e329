import { ArrowLeft, Search, X } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { IconButton, useTranslation } from 'ui-kit';
import styles from './search-field.module.css';

/** What the server takes. */
const MOST_LETTERS = 200;

interface SearchFieldProps {
  /** What is searched for now. */
  text: string;
  onSubmit: (text: string) => void;
  onBack: () => void;
}

export function SearchField({ text, onSubmit, onBack }: SearchFieldProps) {
  const { t } = useTranslation('messenger');
  const [typed, setTyped] = useState(text);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(text), [text]);
  // Whoever asked for a search goes on by typing; whoever came back to results reads them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it opens
  useEffect(() => {
    if (text === '') field.current?.focus();
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = typed.trim();
    if (wanted !== '') onSubmit(wanted);
  };
  const clear = () => {
    setTyped('');
    onSubmit('');
    field.current?.focus();
  };

  return (
    <form className={styles.form} onSubmit={submit}>
      <IconButton label={t('search.back')} onClick={onBack}>
        <ArrowLeft aria-hidden size={19} className={styles.flips} />
      </IconButton>
      <div className={styles.field}>
        <input
          ref={field}
          className={styles.input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          dir="auto"
          maxLength={MOST_LETTERS}
          autoComplete="off"
          spellCheck={false}
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {typed !== '' && (
          <IconButton label={t('search.clear')} size={30} onClick={clear}>
            <X aria-hidden size={15} />
          </IconButton>
        )}
        <IconButton type="submit" label={t('search.submit')} size={30}>
          <Search aria-hidden size={16} />
        </IconButton>
      </div>
    </form>
  );
}
