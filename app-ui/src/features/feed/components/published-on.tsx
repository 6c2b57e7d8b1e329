import { formatDay, useTranslation } from 'ui-kit';

/** The day of publication. */
export function PublishedOn({ day }: { day: string }) {
  const { i18n } = useTranslation('feed');
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return <time dateTime={day}>{formatDay(new Date(year, month - 1, date, 12), i18n.language)}</time>;
}
