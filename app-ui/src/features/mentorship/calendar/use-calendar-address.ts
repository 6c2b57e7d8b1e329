import { useSearchParams } from 'react-router';
import { type Day, dayOf, parseDay } from './month';

const DAY = 'calendar';
const EVENT = 'event';

/** A new event in the address. */
export const NEW = 'new';

/** The open calendar in the address: its day, and the event in the form. Back closes them again. */
export function useCalendarAddress() {
  const [parameters, setParameters] = useSearchParams();
  const isOpen = parameters.has(DAY);
  const change = (changes: Readonly<Record<string, string | null>>, replace: boolean) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace, preventScrollReset: true },
    );
  return {
    isOpen,
    day: parseDay(parameters.get(DAY)) ?? dayOf(new Date()),
    event: isOpen ? parameters.get(EVENT) : null,
    openAt: (day: Day) => change({ [DAY]: day }, false),
    selectDay: (day: Day) => change({ [DAY]: day }, true),
    edit: (event: string) => change({ [EVENT]: event }, false),
    closeForm: (day?: Day) => change({ [EVENT]: null, ...(day === undefined ? {} : { [DAY]: day }) }, true),
    close: () => change({ [DAY]: null, [EVENT]: null }, true),
  };
}
