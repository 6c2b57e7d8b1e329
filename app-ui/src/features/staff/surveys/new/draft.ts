import { addDays } from '../../components/days';
import {
  KINDS,
  type Kind,
  type ProgrammeSurveys,
  ROLES,
  type Role,
  type WindowRequest,
} from '../survey-window';

/** Days after which people are reminded. */
export const REMINDERS = { none: [], one: [7], two: [7, 14] } as const;

export const REMINDER_KEYS = ['two', 'one', 'none'] as const satisfies readonly (keyof typeof REMINDERS)[];

/** What the form asks for. Numbers are as they are typed. */
export interface Draft {
  programme: string;
  survey: string;
  roles: readonly Role[];
  /** The id of the cohort whose people are asked only; empty for all. */
  cohort: string;
  kind: Kind;
  opensOn: string;
  closesOn: string;
  week: string;
  openWeeks: string;
  reminders: keyof typeof REMINDERS;
}

export type Field = keyof Draft;

export const MAX_WEEK = 104;
export const MAX_OPEN_WEEKS = 12;
const MAX_DAYS_AHEAD = 365;
/** From the first day to the last. */
export const MAX_DAYS = 180;

/** Four weeks. */
const PRESET_DAYS = 28;

/** Returns the draft: what was typed, over what the address names, over what is preset. */
export function draftOf(
  programmes: readonly ProgrammeSurveys[],
  given: Partial<Draft>,
  typed: Partial<Draft>,
): Draft {
  const named = { ...given, ...typed };
  const programme = programmes.find(({ id }) => id === named.programme) ?? only(programmes);
  const survey = programme?.surveys.find(({ key }) => key === named.survey) ?? only(programme?.surveys ?? []);
  const opensOn = named.opensOn ?? (programme ?? programmes[0])?.today ?? '';
  return {
    kind: 'dates',
    week: '12',
    openWeeks: '4',
    reminders: 'two',
    cohort: '',
    closesOn: opensOn === '' ? '' : addDays(opensOn, PRESET_DAYS - 1),
    ...named,
    opensOn,
    programme: programme?.id ?? '',
    survey: survey?.key ?? '',
    roles: (named.roles ?? ROLES).filter((role) => survey?.canTake.includes(role)),
  };
}

const only = <Item>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined);

/** What is wrong with a field: the key of its text. */
export type Problem =
  | 'programme'
  | 'survey'
  | 'roles'
  | 'day'
  | 'past'
  | 'far'
  | 'order'
  | 'long'
  | 'week'
  | 'openWeeks';

/** Returns what is wrong, in the order of the fields. `today` is the day of the programme. */
export function problemsOf(draft: Draft, today: string): ReadonlyMap<Field, Problem> {
  const problems = new Map<Field, Problem>();
  if (draft.programme === '') problems.set('programme', 'programme');
  if (draft.survey === '') problems.set('survey', 'survey');
  if (draft.survey !== '' && draft.roles.length === 0) problems.set('roles', 'roles');
  const { kind, opensOn, closesOn, week, openWeeks } = draft;
  if (kind === 'dates') {
    if (opensOn === '') problems.set('opensOn', 'day');
    else if (opensOn < today) problems.set('opensOn', 'past');
    else if (today !== '' && opensOn > addDays(today, MAX_DAYS_AHEAD)) problems.set('opensOn', 'far');
    if (closesOn === '') problems.set('closesOn', 'day');
    else if (closesOn < opensOn) problems.set('closesOn', 'order');
    else if (opensOn !== '' && closesOn > addDays(opensOn, MAX_DAYS)) problems.set('closesOn', 'long');
  } else {
    if (kind === 'week' && !isWithin(week, MAX_WEEK)) problems.set('week', 'week');
    if (!isWithin(openWeeks, MAX_OPEN_WEEKS)) problems.set('openWeeks', 'openWeeks');
  }
  return problems;
}

const isWithin = (typed: string, max: number): boolean =>
  /^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= max;

/** The draft without problems as it is sent. */
export function requestOf(draft: Draft): WindowRequest {
  const { programme, survey, roles, cohort, kind, opensOn, closesOn, week, openWeeks, reminders } = draft;
  const hasDates = kind === 'dates';
  return {
    programme,
    survey,
    roles: [...roles],
    cohort: cohort === '' ? null : cohort,
    kind,
    opensOn: hasDates ? opensOn : null,
    closesOn: hasDates ? closesOn : null,
    week: kind === 'week' ? Number(week) : null,
    openWeeks: hasDates ? null : Number(openWeeks),
    remindAfter: [...REMINDERS[reminders]],
  };
}

/** Reads what an address names. */
export function givenBy(address: URLSearchParams): Partial<Draft> {
  const kind = KINDS.find((one) => one === address.get('kind'));
  const programme = address.get('programme');
  const survey = address.get('survey');
  return { ...(kind && { kind }), ...(programme && { programme }), ...(survey && { survey }) };
}

const TEXTS = ['programme', 'survey', 'opensOn', 'closesOn', 'week', 'openWeeks', 'cohort'] as const;

/** Whether what is stored is what this version of the form stores. */
export function isDraft(stored: unknown): stored is Partial<Draft> {
  if (typeof stored !== 'object' || stored === null) return false;
  const draft = stored as Record<string, unknown>;
  const isOneOf = (values: readonly unknown[], value: unknown) =>
    value === undefined || values.includes(value);
  return (
    TEXTS.every((name) => draft[name] === undefined || typeof draft[name] === 'string') &&
    isOneOf(KINDS, draft.kind) &&
    isOneOf(REMINDER_KEYS, draft.reminders) &&
    (draft.roles === undefined ||
      (Array.isArray(draft.roles) && draft.roles.every((role) => isOneOf(ROLES, role))))
  );
}
