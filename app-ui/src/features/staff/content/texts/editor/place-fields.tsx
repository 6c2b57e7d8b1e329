import { useState } from 'react';
import { useTranslation, VisuallyHidden } from 'ui-kit';
import { TextArea } from 'ui-kit/text-area';
import { LinkButton } from '../../../../../shared/forms/link-button';
import type { Place, TextLanguage } from '../texts';
import { usePlaceText } from '../use-place-text';
import { MarkdownPreview } from './markdown-preview';
import styles from './text-editor.module.css';

/** Characters that are left when the count is shown. */
const NEARLY_FULL = 0.9;

const LINE_CHARS = 60;
const MAX_ROWS = 16;

const rowsOf = (text: string, isMarkdown: boolean) => {
  const lines = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / LINE_CHARS), 0);
  return Math.min(Math.max(lines + 1, isMarkdown ? 4 : 2), MAX_ROWS);
};

interface PlaceFieldsProps {
  place: Place;
  languages: readonly TextLanguage[];
  isReadOnly: boolean;
  textOf: (language: string) => string;
  /** What the server said of a language. */
  problemOf: (language: string) => string | null;
  onChange: (language: string, text: string) => void;
}

/** A text in its languages, side by side where there is room. */
export function PlaceFields({ place, languages, isReadOnly, textOf, problemOf, onChange }: PlaceFieldsProps) {
  const { t } = useTranslation('staff');
  const { fieldText, placeText } = usePlaceText();
  const [isPreviewed, setIsPreviewed] = useState(false);
  const name = fieldText(place.field);
  return (
    <fieldset className={styles.place}>
      <legend>{name}</legend>
      <div className={styles.languages}>
        {languages.map(({ code, name: language, isActive }) => {
          const text = textOf(code);
          const problem = problemOf(code);
          const isMissing = text.trim() === '' && (isActive || code === 'en');
          const hints = [
            ...(problem === null ? [] : [problem]),
            ...(problem === null && isMissing
              ? [t(code === 'en' ? 'texts.required' : 'texts.isMissing')]
              : []),
            ...(text.length > place.limit * NEARLY_FULL
              ? [t('texts.length', { length: text.length, limit: place.limit })]
              : []),
          ];
          return (
            <div key={code} className={styles.language} data-missing={isMissing || undefined}>
              <TextArea
                label={
                  <>
                    <VisuallyHidden>{`${name}, `}</VisuallyHidden>
                    {language}
                  </>
                }
                lang={code}
                name={`${place.path}|${code}`}
                rows={rowsOf(text, place.isMarkdown)}
                maxLength={place.limit}
                readOnly={isReadOnly}
                required={code === 'en'}
                aria-invalid={problem !== null}
                value={text}
                {...(hints.length > 0 ? { hint: hints.join(' ') } : {})}
                onChange={(next) => onChange(code, next)}
              />
              {isPreviewed && (
                <MarkdownPreview
                  text={text}
                  language={code}
                  label={t('texts.previewOf', { place: placeText(place), language })}
                />
              )}
            </div>
          );
        })}
      </div>
      {place.isMarkdown && (
        <LinkButton
          aria-expanded={isPreviewed}
          aria-label={`${t('texts.preview')}: ${placeText(place)}`}
          onClick={() => setIsPreviewed(!isPreviewed)}
        >
          {t('texts.preview')}
        </LinkButton>
      )}
    </fieldset>
  );
}
