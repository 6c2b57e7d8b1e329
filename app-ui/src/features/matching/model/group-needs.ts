import type { Criteria, GroupInfo, Reason } from '../../../shared/matches/types';

interface Answering {
  exclusiveCriteria: Criteria;
}

/**
 * Returns what the group needs once these candidates join: of the answers that its members share, those that they share, too,
 * and the mandatory criteria that they bring. The server names the shared answers in the order of their keys, which only the
 * members carry; a criterion that only candidates bring has no named answers.
 */
export function needsWith(
  {
    clubRule,
    existingMemberInfo,
  }: Pick<GroupInfo, 'clubRule'> & { existingMemberInfo: readonly Answering[] },
  chosen: readonly Answering[],
): Reason[] {
  const known = new Set(clubRule.map(({ key }) => key));
  const narrowed = clubRule.map((need) => {
    const keys = sharedKeys(need.key, existingMemberInfo);
    if (keys.length !== need.answers.length) return need;
    const kept = keys.map((answer) =>
      chosen.every(({ exclusiveCriteria }) => exclusiveCriteria[need.key]?.matchedAnswer.includes(answer)),
    );
    return {
      ...need,
      answers: need.answers.filter((_, index) => kept[index]),
      localeAnswers: need.localeAnswers.filter((_, index) => kept[index]),
    };
  });
  return [...narrowed, ...broughtBy(chosen).filter(({ key }) => !known.has(key))];
}

/** Returns the mandatory criteria of candidates, each once. */
function broughtBy(chosen: readonly Answering[]): Reason[] {
  const needs = new Map<string, Reason>();
  for (const { exclusiveCriteria } of chosen) {
    for (const [key, { mandatory, name, localeName, icon }] of Object.entries(exclusiveCriteria)) {
      if (mandatory) needs.set(key, { key, name, localeName, icon, answers: [], localeAnswers: [] });
    }
  }
  return [...needs.values()];
}

/** Returns the answers that all members for whom the criterion is mandatory share. */
function sharedKeys(key: string, members: readonly Answering[]): string[] {
  const answers = members.flatMap(({ exclusiveCriteria }) => {
    const criterion = exclusiveCriteria[key];
    return criterion?.mandatory ? [criterion.matchedAnswer] : [];
  });
  const [first = [], ...others] = answers;
  return first.filter((answer) => others.every((one) => one.includes(answer))).sort();
}
