import { type FocusEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'ui-kit';
import {
  dayOf,
  FIRST_DAY,
  formatWritten,
  INCOMPLETE_DATE,
  isDay,
  LAST_DAY,
  toInstant,
  withoutZone,
  withZone,
  zoneOf,
} from '../dates';
import { asText, controlProps, type ViewProps } from '../view-props';
import styles from './fields.module.css';

export function DateView(props: ViewProps) {
  const { i18n } = useTranslation('questions');
  const day = asText(props.value);
  return (
    <>
      <NativeDate
        {...props}
        type="date"
        shown={isDay(day) ? day : ''}
        min={FIRST_DAY}
        max={props.question.noFuture ? dayOf(new Date()) : LAST_DAY}
        onPick={props.onChange}
      />
      {isDay(day) && <p className={styles.hint}>{formatWritten(day, i18n.language)}</p>}
    </>
  );
}

export function DateTimeView(props: ViewProps) {
  const { t, i18n } = useTranslation('questions');
  const instant = toInstant(asText(props.value));
  return (
    <>
      <NativeDate
        {...props}
        type="datetime-local"
        shown={instant === null ? '' : withoutZone(instant)}
        min={`${FIRST_DAY}T00:00`}
        max={`${props.question.noFuture ? dayOf(new Date()) : LAST_DAY}T23:59`}
        onPick={(local) => props.onChange(local === '' ? '' : withZone(local))}
      />
      {instant !== null && (
        <p className={styles.hint}>
          {t('timeInZone', { time: formatWritten(instant, i18n.language), zone: `UTC${zoneOf(instant)}` })}
        </p>
      )}
    </>
  );
}

interface NativeDateProps extends ViewProps {
  type: 'date' | 'datetime-local';
  shown: string;
  min: string;
  max: string;
  onPick: (value: string) => void;
}

/** The browser's field. Not controlled: a value set while somebody types would remove a half-typed day. */
function NativeDate({ type, shown, min, max, onPick, ...props }: NativeDateProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = input.current;
    if (field !== null && shown !== '' && field.value !== shown) field.value = shown;
  }, [shown]);

  function leave({ currentTarget }: FocusEvent<HTMLInputElement>): void {
    if (currentTarget.validity.badInput) props.onChange(INCOMPLETE_DATE);
    else if (props.value === INCOMPLETE_DATE) props.onChange('');
    else props.onLeave();
  }

  return (
    <input
      {...controlProps(props)}
      ref={input}
      className={`${styles.input} ${styles.date}`}
      type={type}
      min={min}
      max={max}
      defaultValue={shown}
      onChange={(event) => onPick(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}
