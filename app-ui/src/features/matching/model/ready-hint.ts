interface Situation {
  isMentee: boolean;
  isGroup: boolean;
  /** How many the choices say Yes to. */
  chosen: number;
  /** How many more can be accepted; null without a limit. */
  places: number | null;
  /** The group that a mentor fills. */
  group: { actualSize: number; minimum: number; startsAfterDays: number } | null;
}

/** Names the text that says what follows a confirmation, with its number of days. */
export interface ReadyHint {
  key: 'readyMentee' | 'readyMentor' | 'readyNone' | 'readyGroupNow' | 'readyGroupLater' | 'readyGroupSmall';
  count: number;
}

export function readyHint({ isMentee, isGroup, chosen, places, group }: Situation): ReadyHint {
  const hint = (key: ReadyHint['key'], count = 0): ReadyHint => ({ key, count });
  if (chosen === 0) return hint('readyNone');
  if (isMentee) return hint('readyMentee');
  if (!isGroup || group === null) return hint('readyMentor');
  if (chosen === places) return hint('readyGroupNow');
  const isSmall = group.actualSize + chosen < group.minimum;
  return hint(isSmall ? 'readyGroupSmall' : 'readyGroupLater', group.startsAfterDays);
}
