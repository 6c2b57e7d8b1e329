const MOST = 99;

/** Returns a count as badges and titles show it. */
export const shownCount = (count: number): string => (count > MOST ? `${MOST}+` : `${count}`);
