import { queryOptions } from '@tanstack/react-query';
import { api, multipart, type Schemas } from 'ui-kit';

/** A rule with its value. */
export type Rule = Schemas['ProgrammeRule'];
export type RuleKey = Rule['rule'];
/** The value of a rule. */
export type RuleValue<Key extends RuleKey> = Extract<Rule, { rule: Key }>['value'];
/** A rule as it holds. */
export type HeldRule = Schemas['StaffRule'];
export type ProgrammeRules = Schemas['StaffRulesResponse'];
export type RuleEffect = Schemas['RuleEffect'];
export type RuleChange = Schemas['StaffRuleChange'];
/** What the rule about people who left does. */
export type Retention = Schemas['RetentionResponse'];

/** What rules are about, in the order of the page. */
export const SECTIONS = [
  ['sign_up', ['sign_up', 'domains', 'institutions']],
  ['facts', ['approval', 'facts', 'vetting_kinds', 'mentee_ages']],
  ['contact', ['contact', 'team', 'blackout', 'streak']],
  ['content', ['mentorship_sessions', 'pinned_sessions', 'offered_surveys']],
  ['protection', ['detection']],
  ['matching', ['expiry', 'rounds', 'places', 'groups']],
  ['appearance', ['appearance']],
  ['retention', ['retention']],
] as const satisfies readonly (readonly [string, readonly RuleKey[]])[];

const inProgramme = (programme: string) => ({ path: { programme } });

export const rulesQuery = (programme: string) =>
  queryOptions({
    queryKey: ['staff', 'rules', programme],
    queryFn: ({ signal }) =>
      api.get('/api/staff/programmes/{programme}/rules/', { params: inProgramme(programme), signal }),
  });

export const retentionQuery = (programme: string) =>
  queryOptions({
    queryKey: ['staff', 'rules', programme, 'retention-state'],
    queryFn: ({ signal }) =>
      api.get('/api/staff/programmes/{programme}/retention/', { params: inProgramme(programme), signal }),
  });

/** Whom a value of a rule would affect. */
export const effectsQuery = (programme: string, rule: Rule) =>
  queryOptions({
    queryKey: ['staff', 'rule-effects', programme, rule],
    queryFn: ({ signal }) =>
      api.post('/api/staff/programmes/{programme}/rules/preview/', {
        params: inProgramme(programme),
        body: rule,
        signal,
      }),
    // A colleague may have changed something since.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export const historyQuery = (programme: string, rule: RuleKey) =>
  queryOptions({
    queryKey: ['staff', 'rules', programme, 'history', rule],
    queryFn: ({ signal }) =>
      api.get('/api/staff/programmes/{programme}/rules/{rule}/history/', {
        params: { path: { programme, rule } },
        signal,
      }),
  });

/** Keeps a file as a logo; the rule of the appearance names it then. */
export const uploadLogo = (programme: string, picture: File) =>
  api.post('/api/staff/programmes/{programme}/logo/', {
    params: inProgramme(programme),
    body: multipart({ picture }) as unknown as Schemas['LogoForm'],
  });

export const setRule = (programme: string, expected: string, rule: Rule) =>
  api.post('/api/staff/programmes/{programme}/rules/', {
    params: inProgramme(programme),
    body: { expected, rule },
  });
