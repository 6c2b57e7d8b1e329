import { useMemo } from 'react';
import { dateFormat, useTranslation } from 'ui-kit';
import type { HandedOver, Hours, Role } from './colleague';

/** A Monday, for the names of weekdays and times. */
const MONDAY = { year: 2024, month: 0, day: 1 } as const;

/** Returns the words for roles, work and hours. */
export function useTeamTexts() {
  const { t, i18n } = useTranslation('staff');
  return useMemo(() => {
    const weekday = (day: number) =>
      dateFormat(i18n.language, { weekday: 'long' }).format(
        new Date(MONDAY.year, MONDAY.month, MONDAY.day + day, 12),
      );
    const time = (minutes: number) =>
      dateFormat(i18n.language, { hour: 'numeric', minute: '2-digit' }).format(
        new Date(MONDAY.year, MONDAY.month, MONDAY.day, 0, minutes),
      );
    const hours = ({ weekday: day, from, until }: Hours) =>
      t('colleagues.hours.row', { day: weekday(day), from: time(from), until: time(until) });
    const role = ({ role: name, programme }: Pick<Role, 'role' | 'programme'>) =>
      `${t(`colleagues.roles.${name}`)} · ${programme?.title ?? t('colleagues.everywhere')}`;
    const work = ({ cases, conversations }: Pick<HandedOver, 'cases' | 'conversations'>) => {
      const parts = [
        cases > 0 && t('colleagues.work.cases', { count: cases }),
        conversations > 0 && t('colleagues.work.conversations', { count: conversations }),
      ].filter((part) => part !== false);
      return new Intl.ListFormat(i18n.language).format(parts);
    };
    return { weekday, hours, role, work };
  }, [t, i18n.language]);
}
