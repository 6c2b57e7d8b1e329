import { dateFormat, useTranslation } from 'ui-kit';

/** Returns a function that writes a day as "Monday, 3 August". */
export function useDayText(): (day: string) => string {
  const { i18n } = useTranslation();
  const format = dateFormat(i18n.language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  return (day) => format.format(new Date(day));
}
