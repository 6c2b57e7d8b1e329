import { Button, RangeSlider } from '@mantine/core';
import '@mantine/core/styles/Slider.layer.css';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { formatDate, useTranslation } from 'ui-kit';
import { feedDaysQuery } from '../api/feed';
import { type FeedFilter, FIRST_DAY, isDay, NO_FILTER, toDay, toNumber } from '../filter';
import styles from './filter-form.module.css';

interface FilterFormProps {
  filter: FeedFilter;
  onApply: (filter: FeedFilter) => void;
}

const EVENTS = [null, 'post', 'quote'] as const;

/** Type and days of the items to show. Nothing changes before "Apply". */
export function FilterForm({ filter, onApply }: FilterFormProps) {
  const { t, i18n } = useTranslation('feed');
  const errorId = useId();
  const { data: days } = useQuery(feedDaysQuery);
  const [event, setEvent] = useState(filter.event);
  const [chosenFrom, setFrom] = useState(filter.from);
  const [chosenTo, setTo] = useState(filter.to);

  // The slider ends with the newest item, or where the address says.
  const last = [FIRST_DAY, days?.to ?? '', filter.from ?? '', filter.to ?? ''].sort().at(-1) ?? FIRST_DAY;
  const [from, to] = [chosenFrom ?? FIRST_DAY, chosenTo ?? last];
  const isValid = isDay(from) && isDay(to) && from <= to;
  const format = (number: number) => formatDate(toDay(number), i18n.language, 'list');
  const slide = ([first, end]: [number, number]) => {
    setFrom(toDay(first));
    // The end of the slider stands for all that follows.
    setTo(toDay(end) === last ? null : toDay(end));
  };
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (isValid) onApply({ event, from: from === FIRST_DAY ? null : from, to: chosenTo });
  };
  const day = (label: string, value: string, set: (day: string) => void) => (
    <label className={styles.day}>
      {label}
      <input
        className={styles.input}
        type="date"
        min={FIRST_DAY}
        value={value}
        required
        aria-invalid={!isValid}
        aria-describedby={isValid ? undefined : errorId}
        onChange={({ target }) => set(target.value)}
      />
    </label>
  );
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t('feed.filter.type')}</legend>
        <div className={styles.types}>
          {EVENTS.map((one) => (
            <label key={one} className={styles.type}>
              <input
                className={styles.radio}
                type="radio"
                name="event"
                checked={event === one}
                onChange={() => setEvent(one)}
              />
              {t(`feed.filter.types.${one ?? 'all'}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t('feed.filter.days')}</legend>
        <RangeSlider
          className={styles.slider ?? ''}
          min={toNumber(FIRST_DAY)}
          max={Math.max(toNumber(last), toNumber(FIRST_DAY) + 1)}
          minRange={0}
          value={
            isValid
              ? [toNumber(from), Math.min(toNumber(to), toNumber(last))]
              : [toNumber(FIRST_DAY), toNumber(last)]
          }
          onChange={slide}
          label={format}
          thumbFromLabel={t('feed.filter.from')}
          thumbToLabel={t('feed.filter.to')}
          thumbValueText={format}
          thumbSize={26}
        />
        <div className={styles.days}>
          {day(t('feed.filter.from'), from, setFrom)}
          {day(t('feed.filter.to'), to, setTo)}
        </div>
        <p className={styles.error} id={errorId} role="alert">
          {!isValid && t('feed.filter.wrongDays', { day: format(toNumber(FIRST_DAY)) })}
        </p>
      </fieldset>
      <div className={styles.actions}>
        <Button type="button" variant="default" onClick={() => onApply(NO_FILTER)}>
          {t('feed.filter.clear')}
        </Button>
        <Button type="submit">{t('feed.filter.apply')}</Button>
      </div>
    </form>
  );
}
