import { expect, it } from 'vitest';
import { isChanged, toBody, toDraft } from './settings-draft';

const BERLIN = 'Europe/Berlin';
const none = { timeZone: null, quietHours: null, mailAfterHours: null, reminderMails: true };
const night = {
  timeZone: BERLIN,
  quietHours: { from: '22:00', until: '06:30' },
  mailAfterHours: 24,
  reminderMails: false,
};

it('saves what was loaded', () => {
  expect(toBody(toDraft(night), BERLIN)).toEqual(night);
  expect(toBody(toDraft(none), BERLIN)).toEqual({ ...none, timeZone: BERLIN });
});

it('suggests a night and leaves it off', () => {
  expect(toDraft(none)).toEqual({
    isQuiet: false,
    from: '21:00',
    until: '07:00',
    mail: '',
    hasReminderMails: true,
  });
});

it.each([{ from: '' }, { until: '' }, { until: '22:00' }])('refuses quiet hours with %j', (part) => {
  expect(toBody({ ...toDraft(night), ...part }, BERLIN)).toBeNull();
  expect(toBody({ ...toDraft(night), ...part, isQuiet: false }, BERLIN)).not.toBeNull();
});

it('counts a move to another time zone as a change of quiet hours', () => {
  expect(isChanged(toDraft(night), night, BERLIN)).toBe(false);
  expect(isChanged(toDraft(night), night, 'Asia/Amman')).toBe(true);
  expect(isChanged(toDraft(none), none, 'Asia/Amman')).toBe(false);
  expect(isChanged({ ...toDraft(none), from: '20:00' }, none, BERLIN)).toBe(false);
  expect(isChanged({ ...toDraft(none), mail: '4' }, none, BERLIN)).toBe(true);
  expect(isChanged({ ...toDraft(none), hasReminderMails: false }, none, BERLIN)).toBe(true);
});
