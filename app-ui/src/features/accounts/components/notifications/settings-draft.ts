import type { NotificationSettings } from '../../api/notification-settings';

/** The hours after which a mail can report unread messages. */
export const MAIL_HOURS = [4, 24] as const;

/** The fields of the form. */
export interface SettingsDraft {
  isQuiet: boolean;
  from: string;
  until: string;
  /** Hours as text, empty for never. */
  mail: string;
  hasReminderMails: boolean;
}

/** Returns the fields for stored settings, with a night as a suggestion. */
export function toDraft({ quietHours, mailAfterHours, reminderMails }: NotificationSettings): SettingsDraft {
  const { from, until } = quietHours ?? { from: '21:00', until: '07:00' };
  const mail = String(mailAfterHours ?? '');
  return { isQuiet: quietHours != null, from, until, mail, hasReminderMails: reminderMails };
}

/** Returns what to save; null if the quiet hours have no beginning, no end, or no length. */
export function toBody(
  { isQuiet, from, until, mail, hasReminderMails }: SettingsDraft,
  timeZone: string,
): NotificationSettings | null {
  const areValid = from !== '' && until !== '' && from !== until;
  if (isQuiet && !areValid) return null;
  return {
    timeZone,
    quietHours: isQuiet ? { from, until } : null,
    mailAfterHours: mail === '' ? null : Number(mail),
    reminderMails: hasReminderMails,
  };
}

/** Whether saving would change something. Another time zone counts for quiet hours alone. */
export function isChanged(draft: SettingsDraft, stored: NotificationSettings, timeZone: string): boolean {
  const { isQuiet, from, until, mail, hasReminderMails } = toDraft(stored);
  if (draft.isQuiet !== isQuiet || draft.mail !== mail) return true;
  if (draft.hasReminderMails !== hasReminderMails) return true;
  return isQuiet && (draft.from !== from || draft.until !== until || stored.timeZone !== timeZone);
}
