import { ChevronDown, Search } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'ui-kit';
import { asKeys, type ViewProps } from '../view-props';
import { Choice } from './choice';
import fields from './fields.module.css';
import styles from './multi-drop-down-view.module.css';

/** Longer lists can be searched. */
const SEARCHED_FROM = 9;

/** A button with the chosen options that opens a list of check boxes below it. */
export function MultiChoiceDropDownView(props: ViewProps) {
  const { t, i18n } = useTranslation('questions');
  const { question, value, isDisabled, isInvalid, controlId, labelId, describedBy } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [query, setQuery] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const chosen = asKeys(value);
  const labels = question.options.filter(({ key }) => chosen.includes(key)).map(({ label }) => label);
  const fold = (text: string) =>
    text.toLocaleLowerCase(i18n.language).normalize('NFD').replace(/\p{M}/gu, '');
  const found = question.options.filter(({ label }) => fold(label).includes(fold(query.trim())));

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setIsOpen(false);
    button.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles from the controls inside
    <div className={styles.frame} onKeyDown={closeOnEscape}>
      <button
        ref={button}
        type="button"
        id={controlId}
        className={`${fields.input} ${styles.button}`}
        data-invalid={isInvalid || undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        aria-labelledby={`${labelId} ${controlId}`}
        aria-describedby={describedBy}
        disabled={isDisabled}
        onClick={() => setIsOpen(!isOpen)}
      >
        {labels.length === 0 ? (
          t('choose')
        ) : (
          <span className={styles.chosen}>
            {labels.map((label) => (
              <span key={label} className={styles.chip} dir="auto">
                {label}
              </span>
            ))}
          </span>
        )}
        <ChevronDown aria-hidden className={styles.chevron} data-open={isOpen || undefined} size={18} />
      </button>
      {isOpen && (
        <div className={styles.panel} id={panelId}>
          {question.options.length >= SEARCHED_FROM && (
            <div className={styles.search}>
              <Search aria-hidden size={16} />
              <input
                type="search"
                className={fields.input}
                aria-label={t('searchOptions')}
                placeholder={t('searchOptions')}
                value={query}
                onChange={(event) => setQuery(event.currentTarget.value)}
              />
            </div>
          )}
          <div className={styles.options}>
            {found.map((option) => (
              <Choice
                key={option.key}
                props={props}
                option={option}
                type="checkbox"
                className={styles.option}
              >
                <span dir="auto">{option.label}</span>
              </Choice>
            ))}
            {found.length === 0 && <p className={styles.none}>{t('noOption')}</p>}
          </div>
        </div>
      )}
    </div>
  );
}
