import type { Criteria, GroupInfo, Reason } from '../api/types';

interface Answering {
  exclusiveCriteria: Criteria;
}

/**
 * Returns what the group needs once these candidates join: of the answers that its members share, those that they share, too.
 * The server names the shared answers in the order of their keys, which only the members carry.
 */
export function needsWith(
  {
    clubRule,
    existingMemberInfo,
  }: Pick<GroupInfo, 'clubRule'> & { existingMemberInfo: readonly Answering[] },
  chosen: readonly Answering[],
): Reason[] {
  return clubRule.map((need) => {
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
