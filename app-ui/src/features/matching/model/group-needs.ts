import type { Criteria, Reason } from '../api/types';

interface Chosen {
  exclusiveCriteria: Criteria;
}

/** Returns what the group needs once these candidates join: of the shared answers, those that they share, too. */
export function needsWith(clubRule: readonly Reason[], chosen: readonly Chosen[]): Reason[] {
  return clubRule.map((need) => {
    const isShared = (answer: string) =>
      chosen.every(({ exclusiveCriteria }) => exclusiveCriteria[need.key]?.matchedAnswer.includes(answer));
    const kept = need.answers.map((answer) => isShared(answer));
    return {
      ...need,
      answers: need.answers.filter((_, index) => kept[index]),
      localeAnswers: need.localeAnswers.filter((_, index) => kept[index]),
    };
  });
}
