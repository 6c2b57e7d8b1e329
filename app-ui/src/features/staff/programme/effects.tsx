import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import styles from './programme.module.css';
import type { Rule, RuleEffect } from './rules';
import { useRuleTexts } from './use-rule-texts';

/** The lists that hold those whom a change affects, as they are before it. */
const LISTS: Partial<Record<RuleEffect['kind'], string>> = {
  no_longer_silent: '/staff/mentorships?contact=silent',
  becomes_silent: '/staff/mentorships?state=active&sort=lastContact',
  session_added: '/staff/mentorships?state=active',
  approved: '/staff/people?status=applying',
  waits_for_answer: '/staff/messages?state=waiting',
  erased_after_warning: '/staff/people?status=closed',
  kept_from_erasure: '/staff/people?status=closed',
};

/** Rules that count for all from now on, and change nothing of what there is. */
const FOR_ALL: ReadonlySet<Rule['rule']> = new Set([
  'team',
  'pinned_sessions',
  'streak',
  'detection',
  'expiry',
  'rounds',
  'places',
  'groups',
  'appearance',
]);

/** Returns the list of those whom an effect names; undefined where there is none. */
function listOf(kind: RuleEffect['kind'], { rule, value }: Rule): string | undefined {
  if (rule === 'vetting_kinds' && (kind === 'loses_contact' || kind === 'lacks_fact')) {
    const keys = value.filter(({ isRequired }) => isRequired).map(({ key }) => key);
    return `/staff/people?status=active&vetting=${keys.join(',')}`;
  }
  if (rule !== 'facts' || (kind !== 'loses_contact' && kind !== 'lacks_fact')) return LISTS[kind];
  const without = [value.vetting && 'vetting', value.guardianConsent && 'consent'].filter(Boolean);
  return without.length === 0 ? undefined : `/staff/people?status=active&without=${without.join(',')}`;
}

interface EffectsProps {
  programme: string;
  rule: Rule;
  effects: readonly RuleEffect[];
}

/** Whom a change affects, with links to them. */
export function Effects({ programme, rule, effects }: EffectsProps) {
  const { t } = useTranslation('staff');
  const texts = useRuleTexts();
  if (effects.length === 0) {
    return (
      <p className={styles.none}>{t(FOR_ALL.has(rule.rule) ? 'rules.affects.all' : 'rules.affects.none')}</p>
    );
  }
  return (
    <ul className={styles.effects}>
      {effects.map((effect) => {
        const list = listOf(effect.kind, rule);
        return (
          <li key={`${effect.kind} ${effect.of}`}>
            {texts.affects(effect)}
            {list !== undefined && (
              <>
                {' '}
                <Link to={`${list}&programme=${programme}`} target="_blank">
                  {t('rules.affects.show')}
                </Link>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
