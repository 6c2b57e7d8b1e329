import type { Rule } from './rules';

const isFilled = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isInteger(value)
    : typeof value === 'string'
      ? value.trim() !== ''
      : typeof value !== 'object' || value === null || Object.values(value).every(isFilled);

/** Whether each field of a rule has a value. What the value may be, the server decides. */
export const isComplete = ({ value }: Rule): boolean => isFilled(value);
