import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateFormat, toast, useErrorText, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { type Availability, availabilityQuery, useSaveAvailability } from './calendar';
import styles from './find-time.module.css';
import { addDays, noonOf } from './month';

type Window = Availability['windows'][number];

/** A Monday, for the names of weekdays. */
const MONDAY = '2024-01-01';
const USUAL = { from: '17:00', until: '20:00' };

/** When the person usually has time: one time for each day of the week. */
export function AvailabilityForm({ mentorship, onSaved }: { mentorship: string; onSaved: () => void }) {
  const query = useQuery(availabilityQuery);
  return (
    <QueryState query={query}>
      {(stored) => <Days stored={stored} mentorship={mentorship} onSaved={onSaved} />}
    </QueryState>
  );
}

interface DaysProps {
  stored: Availability;
  mentorship: string;
  onSaved: () => void;
}

function Days({ stored, mentorship, onSaved }: DaysProps) {
  const { t, i18n } = useTranslation('app');
  const errorText = useErrorText();
  const save = useSaveAvailability(mentorship);
  const [windows, setWindows] = useState(stored.windows);
  const [isWrong, setIsWrong] = useState(false);
  // Times that were entered stay in their zone; new ones are those of this device.
  const timeZone =
    stored.windows.length > 0 ? stored.timeZone : Intl.DateTimeFormat().resolvedOptions().timeZone;
  const weekday = dateFormat(i18n.language, { weekday: 'long' });

  function change(day: number, window: Window | null): void {
    setIsWrong(false);
    setWindows((before) => [
      ...before.filter(({ weekday }) => weekday !== day),
      ...(window === null ? [] : [window]),
    ]);
  }

  function submit(): void {
    const areRight = windows.every(({ from, until }) => from !== '' && from < until);
    setIsWrong(!areRight);
    if (!areRight || save.isPending) return;
    save.mutate(
      { timeZone, windows },
      {
        onSuccess: () => {
          toast(t('mentorship.calendar.find.saved'));
          onSaved();
        },
      },
    );
  }

  return (
    <div className={styles.body}>
      <p>{t('mentorship.calendar.find.own')}</p>
      <p className={styles.hint}>
        {t('mentorship.calendar.find.zone', { zone: timeZone.replaceAll('_', ' ') })}
      </p>
      {[1, 2, 3, 4, 5, 6, 7].map((day) => {
        const window = windows.find((one) => one.weekday === day);
        const name = weekday.format(noonOf(addDays(MONDAY, day - 1)));
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid row
          <div key={day} className={styles.day} role="group" aria-label={name}>
            <label className={styles.name}>
              <input
                type="checkbox"
                checked={window !== undefined}
                onChange={({ currentTarget }) =>
                  change(day, currentTarget.checked ? { weekday: day, ...USUAL } : null)
                }
              />
              {name}
            </label>
            {window && (
              <span className={styles.times}>
                <input
                  type="time"
                  aria-label={t('mentorship.calendar.find.from')}
                  value={window.from}
                  onChange={({ currentTarget }) => change(day, { ...window, from: currentTarget.value })}
                />
                –
                <input
                  type="time"
                  aria-label={t('mentorship.calendar.find.until')}
                  value={window.until}
                  onChange={({ currentTarget }) => change(day, { ...window, until: currentTarget.value })}
                />
              </span>
            )}
          </div>
        );
      })}
      {(isWrong || save.error) && (
        <p className={styles.problem} role="alert">
          {save.error ? errorText(save.error) : t('mentorship.calendar.find.wrong')}
        </p>
      )}
      <Button loading={save.isPending} onClick={submit}>
        {t('mentorship.calendar.find.save')}
      </Button>
    </div>
  );
}
