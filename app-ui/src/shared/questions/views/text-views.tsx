import { useTranslation } from 'ui-kit';
import { MAX_TEXT_CHARS } from '../accept';
import { formatNumber, parseNumber } from '../numbers';
import { asText, controlProps, type ViewProps } from '../view-props';
import styles from './fields.module.css';

/** From here on the page counts what is left. */
const COUNTED_FROM = MAX_TEXT_CHARS - 500;

export function TextView(props: ViewProps) {
  return (
    <input
      {...controlProps(props)}
      className={styles.input}
      type="text"
      dir="auto"
      value={asText(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

export function TextBoxView(props: ViewProps) {
  const { t } = useTranslation('questions');
  const text = asText(props.value);
  const left = MAX_TEXT_CHARS - [...text].length;
  return (
    <>
      <textarea
        {...controlProps(props)}
        className={`${styles.input} ${styles.box}`}
        dir="auto"
        rows={4}
        value={text}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      {text.length > COUNTED_FROM && left >= 0 && (
        <p className={styles.hint}>{t('charactersLeft', { count: left })}</p>
      )}
    </>
  );
}

export function NumberView(props: ViewProps) {
  const { t, i18n } = useTranslation('questions');
  const { value } = props;
  const typed = typeof value === 'number' ? formatNumber(value, i18n.language) : asText(value);
  // "1,000" is one thousand to some people.
  const read = typeof value === 'string' && /[.,٫]/.test(value) ? parseNumber(value) : null;
  return (
    <>
      <input
        {...controlProps(props)}
        className={`${styles.input} ${styles.number}`}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        value={typed}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      {read !== null && (
        <p className={styles.hint}>{t('readAs', { number: formatNumber(read, i18n.language) })}</p>
      )}
    </>
  );
}
