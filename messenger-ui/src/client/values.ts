/** What a value is that came from outside. */
export type Raw = Record<string, unknown>;

export const isRaw = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isText = (value: unknown): value is string => typeof value === 'string';
export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
export const textOrNull = (value: unknown): string | null => (isText(value) ? value : null);
export const countOrNull = (value: unknown): number | null => (isCount(value) ? value : null);
export const optionalText = (value: unknown): string | undefined => (isText(value) ? value : undefined);
