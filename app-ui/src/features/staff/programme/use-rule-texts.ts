import { useContext, useMemo } from 'react';
import { dateFormat, formatDate, useTranslation } from 'ui-kit';
import { ChoicesContext } from './choices';
import type { Rule, RuleEffect, RuleValue } from './rules';

/** A Monday, for the names of weekdays and times. */
const MONDAY = { year: 2024, month: 0, day: 1 } as const;

/** Fewer days in a row are named one by one. */
const SHORTEST_RANGE = 3;

/** Returns the words for rules: what holds, and whom a change affects. */
export function useRuleTexts() {
  const { t, i18n } = useTranslation('staff');
  const choices = useContext(ChoicesContext);
  return useMemo(() => {
    const language = i18n.language;
    const list = (parts: readonly string[]) => new Intl.ListFormat(language).format(parts);
    const amount = (count: number, unit: 'week' | 'day' | 'hour' | 'month' | 'year') =>
      new Intl.NumberFormat(language, {
        style: 'unit',
        unit,
        unitDisplay: 'long',
        numberingSystem: 'latn',
      }).format(count);
    const weekday = (day: number) =>
      dateFormat(language, { weekday: 'long' }).format(
        new Date(MONDAY.year, MONDAY.month, MONDAY.day + day, 12),
      );
    const time = (minutes: number) =>
      dateFormat(language, { hour: 'numeric', minute: '2-digit' }).format(
        new Date(MONDAY.year, MONDAY.month, MONDAY.day, 0, minutes),
      );
    const weekdays = (all: readonly number[]) => {
      const days = [...all].sort((a, b) => a - b);
      const [first, last] = [days[0], days.at(-1)];
      if (first === undefined || last === undefined) return '';
      return days.length >= SHORTEST_RANGE && last - first === days.length - 1
        ? t('rules.range', { from: weekday(first), to: weekday(last) })
        : list(days.map(weekday));
    };
    const day = (date: string) => formatDate(date, language, 'list');
    const days = ({ from, until }: { from: string; until: string }) =>
      t('rules.range', { from: day(from), to: day(until) });
    const moment = (local: string) =>
      dateFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(local));
    const weekly = ({ weekday: on, from, until }: RuleValue<'blackout'>['weekly'][number]) =>
      t('colleagues.hours.row', { day: weekday(on), from: time(from), until: time(until) });
    const period = ({ from, until }: RuleValue<'blackout'>['dated'][number]) =>
      t('rules.range', { from: moment(from), to: moment(until) });
    const domains = (role: 'mentees' | 'mentors', all: readonly string[]) =>
      all.length === 0
        ? t(`rules.says.domains.any_${role}`)
        : t(`rules.says.domains.${role}`, { domains: list(all) });

    const named = new Map(
      [...choices.mentorshipSessions, ...choices.hubSessions, ...choices.surveys].map(({ key, title }) => [
        key,
        title,
      ]),
    );
    /** The name of a session or a survey; its key once the content does not have it any more. */
    const nameOf = (key: string) => named.get(key) ?? key;
    const survey = ({ survey: key, roles, opensLater }: RuleValue<'offered_surveys'>[number]) => {
      const [role] = roles;
      const who = roles.length === 1 && (role === 'mentor' || role === 'mentee') ? role : 'all';
      const name = nameOf(key);
      const takes = t(`rules.says.surveys.${who}`, { name });
      return opensLater ? `${takes} ${t('rules.says.surveys.later')}` : takes;
    };

    const vettingKind = ({
      label,
      key,
      validMonths,
      isRequired,
      bindsFrom,
    }: RuleValue<'vetting_kinds'>[number]) => {
      const name = label[language] ?? label.en ?? key;
      const valid =
        validMonths === null
          ? t('rules.says.vettingKinds.always', { name })
          : t('rules.says.vettingKinds.months', { name, time: amount(validMonths, 'month') });
      if (!isRequired) return `${valid} ${t('rules.says.vettingKinds.recorded')}`;
      if (key === 'vetting' && bindsFrom === null) return `${valid} ${t('rules.says.vettingKinds.required')}`;
      return bindsFrom === null
        ? `${valid} ${t('rules.says.vettingKinds.open')}`
        : `${valid} ${t('rules.says.vettingKinds.binds', { day: day(bindsFrom) })}`;
    };

    /** What a rule says, in one sentence or more. */
    const says = ({ rule, value }: Rule): string[] => {
      switch (rule) {
        case 'sign_up':
          return [t(value.isOpen ? 'rules.says.signUp.open' : 'rules.says.signUp.closed')];
        case 'domains':
          return [domains('mentees', value.mentees), domains('mentors', value.mentors)];
        case 'institutions':
          return value.length === 0
            ? [t('rules.says.institutions.none')]
            : value.map(({ name, codes }) =>
                t('rules.says.institutions.one', { name, codes: codes.length === 0 ? '–' : list(codes) }),
              );
        case 'approval': {
          const roles = (['mentor', 'mentee'] as const).filter((role) => value.includes(role));
          return roles.length === 0
            ? [t('rules.says.approval.none')]
            : roles.map((role) => t(`rules.says.approval.${role}`));
        }
        case 'facts':
          return [
            t(value.vetting ? 'rules.says.facts.vetting' : 'rules.says.facts.noVetting'),
            t(value.guardianConsent ? 'rules.says.facts.consent' : 'rules.says.facts.noConsent'),
            t('rules.says.facts.age', { age: amount(value.mentorMinimumAge, 'year') }),
          ];
        case 'vetting_kinds':
          return value.length === 0 ? [t('rules.says.vettingKinds.none')] : value.map(vettingKind);
        case 'mentee_ages':
          return [
            value.from === null || value.to === null
              ? t('rules.says.ages.any')
              : t('rules.says.ages.range', { from: value.from, to: amount(value.to, 'year') }),
          ];
        case 'contact':
          return [t('rules.says.contact', { time: amount(value.everyWeeks, 'week') })];
        case 'team':
          return [
            value.days.length === 0
              ? t('rules.says.team.never')
              : t('rules.says.team.hours', {
                  days: weekdays(value.days),
                  from: time(value.from),
                  until: time(value.until),
                }),
            ...(value.away.length === 0
              ? []
              : [t('rules.says.team.away', { days: list(value.away.map(days)) })]),
          ];
        case 'blackout': {
          const all = [...value.weekly.map(weekly), ...value.dated.map(period)];
          return all.length === 0
            ? [t('rules.says.blackout.none')]
            : [
                t(value.refusesSending ? 'rules.says.blackout.both' : 'rules.says.blackout.calls', {
                  times: list(all),
                }),
              ];
        }
        case 'mentorship_sessions':
          return value.length === 0
            ? [t('rules.says.sessions.none')]
            : value.map(({ session, dueAfterDays }, index) =>
                t('rules.says.sessions.one', {
                  number: index + 1,
                  name: nameOf(session),
                  time: amount(dueAfterDays, 'day'),
                }),
              );
        case 'pinned_sessions':
          return [
            value.length === 0
              ? t('rules.says.pinned.none')
              : t('rules.says.pinned.some', { names: list(value.map(nameOf)) }),
          ];
        case 'offered_surveys':
          return value.length === 0 ? [t('rules.says.surveys.none')] : value.map(survey);
        case 'streak':
          return [
            t(value.isOff ? 'rules.says.streak.off' : 'rules.says.streak.on'),
            ...(value.isOff || value.holidays.length === 0
              ? []
              : [t('rules.says.streak.holidays', { days: list(value.holidays.map(days)) })]),
          ];
        case 'detection':
          return [
            t(`rules.says.detection.contact.${value.contact}`),
            t(`rules.says.detection.secrecy.${value.secrecy}`),
            t(value.abuse === 'off' ? 'rules.says.detection.abuse.off' : 'rules.says.detection.abuse.tell'),
            t(value.amongAdults ? 'rules.says.detection.adults' : 'rules.says.detection.minors'),
          ];
        case 'expiry':
          return [
            t('rules.says.expiry.mentee', { time: amount(value.mentee, 'hour') }),
            t('rules.says.expiry.mentor', { time: amount(value.mentor, 'hour') }),
          ];
        case 'rounds':
          return [
            value.everyDays === 0
              ? t('rules.says.rounds.byHand')
              : t('rules.says.rounds.every', { time: amount(value.everyDays, 'day') }),
            t('rules.says.rounds.proposals', { number: value.proposals }),
            t('rules.says.rounds.waiting', { number: value.waitingRounds }),
          ];
        case 'places':
          return [
            value.kind === '1toM'
              ? t('rules.says.places.group')
              : t('rules.says.places.pair', { number: value.places }),
          ];
        case 'groups':
          return [
            t('rules.says.groups.size', { minimum: value.minimum, size: value.size }),
            t('rules.says.groups.starts', {
              time: amount(value.startsAfterDays, 'day'),
              most: amount(value.waitsAtMostDays, 'day'),
            }),
            value.yearsApart === 0
              ? t('rules.says.groups.anyAge')
              : t('rules.says.groups.years', { time: amount(value.yearsApart, 'year') }),
          ];
        case 'retention':
          return [
            value.peopleMonths === null
              ? t('rules.says.retention.off')
              : t('rules.says.retention.on', { time: amount(value.peopleMonths, 'month') }),
          ];
        case 'appearance':
          return [
            value.color === null
              ? t('rules.says.appearance.noColor')
              : t('rules.says.appearance.color', { color: value.color }),
            t(value.logo === null ? 'rules.says.appearance.noLogo' : 'rules.says.appearance.logo'),
          ];
      }
    };
    const affects = ({ kind, count, of, dueOn }: RuleEffect) =>
      t(`rules.effects.${kind}`, {
        count,
        name: of === null ? '' : nameOf(of),
        day: dueOn === null ? '' : day(dueOn),
      });
    return { says, affects, nameOf, weekday, weekly, days, period };
  }, [t, i18n.language, choices]);
}
