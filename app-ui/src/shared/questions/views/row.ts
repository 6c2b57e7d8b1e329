/** Scales with fewer options are a row, others a list. */
const FIRST_LIST = 6;

export const isRow = (options: number): boolean => options < FIRST_LIST;
