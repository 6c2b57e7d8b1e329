import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { dateFormat, IconButton, useTranslation } from 'ui-kit';
import { addMonths, type Day, dayAfterKey, dayOf, firstWeekday, isSameMonth, noonOf, weeksOf } from './month';
import styles from './month-grid.module.css';

/** What a day of the month shows. */
export interface Marks {
  events: number;
  hasDeadline: boolean;
  isStreak: boolean;
}

interface MonthGridProps {
  selected: Day;
  onSelect: (day: Day) => void;
  marksOf: (day: Day) => Marks;
}

/** The days of a month. Arrow keys move by day and week, Page Up and Down by month, Home and End within the week. */
export function MonthGrid({ selected, onSelect, marksOf }: MonthGridProps) {
  const { t, i18n } = useTranslation('app');
  const titleId = useId();
  const current = useRef<HTMLButtonElement>(null);
  // Where the keys are: they can be faster than the address, which holds the selected day.
  const moved = useRef<Day>(null);
  const first = firstWeekday(i18n.language);
  const weeks = weeksOf(selected, first);
  const today = dayOf(new Date());
  const format = (options: Intl.DateTimeFormatOptions) => dateFormat(i18n.language, options);
  const weekday = format({ weekday: 'narrow' });
  const whole = format({ dateStyle: 'full' });

  useEffect(() => {
    if (moved.current !== selected) return;
    moved.current = null;
    current.current?.focus();
  }, [selected]);

  function move(event: KeyboardEvent): void {
    const from = moved.current ?? selected;
    const day = dayAfterKey(event.key, from, document.documentElement.dir === 'rtl', weeksOf(from, first));
    if (day === undefined) return;
    event.preventDefault();
    moved.current = day;
    onSelect(day);
  }

  function labelOf(day: Day, { events, hasDeadline, isStreak }: Marks): string {
    const marks = [
      events > 0 && t('mentorship.calendar.marks.events', { count: events }),
      hasDeadline && t('mentorship.calendar.marks.deadline'),
      isStreak && t('mentorship.calendar.marks.streak'),
    ];
    return [whole.format(noonOf(day)), ...marks.filter((mark) => mark !== false)].join(', ');
  }

  return (
    <div className={styles.month}>
      <div className={styles.bar}>
        <h3 className={styles.title} id={titleId} aria-live="polite">
          {format({ month: 'long', year: 'numeric' }).format(noonOf(selected))}
        </h3>
        <button type="button" className={styles.today} onClick={() => onSelect(today)}>
          {t('mentorship.calendar.month.today')}
        </button>
        <IconButton
          label={t('mentorship.calendar.month.previous')}
          size={44}
          onClick={() => onSelect(addMonths(selected, -1))}
        >
          <ChevronLeft aria-hidden className={styles.flip} size={20} />
        </IconButton>
        <IconButton
          label={t('mentorship.calendar.month.next')}
          size={44}
          onClick={() => onSelect(addMonths(selected, 1))}
        >
          <ChevronRight aria-hidden className={styles.flip} size={20} />
        </IconButton>
      </div>
      <table className={styles.grid} aria-labelledby={titleId}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={format({ weekday: 'long' }).format(noonOf(day))}>
                {weekday.format(noonOf(day))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const marks = marksOf(day);
                return (
                  <td key={day}>
                    <button
                      ref={day === selected ? current : undefined}
                      type="button"
                      className={styles.day}
                      tabIndex={day === selected ? 0 : -1}
                      aria-label={labelOf(day, marks)}
                      aria-current={day === today ? 'date' : undefined}
                      aria-pressed={day === selected}
                      data-other={!isSameMonth(day, selected) || undefined}
                      data-events={marks.events > 0 || undefined}
                      data-deadline={marks.hasDeadline || undefined}
                      data-streak={marks.isStreak || undefined}
                      onClick={() => onSelect(day)}
                      onKeyDown={move}
                    >
                      <span className={styles.number}>{noonOf(day).getDate()}</span>
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
