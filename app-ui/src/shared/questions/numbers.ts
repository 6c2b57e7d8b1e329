import { latinDigits } from '../forms/latin-digits';

/** The longest number in characters, as on the server. */
const MAX_CHARS = 30;

/** Reads a number with the digits of any supported language and a decimal comma or point; null if it is none. */
export function parseNumber(typed: string): number | null {
  const plain = latinDigits(typed.trim()).replace(/[,٫]/g, '.').replace(/−/g, '-');
  if (plain.length > MAX_CHARS || !/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(plain)) return null;
  const number = Number(plain);
  return Object.is(number, -0) ? 0 : number;
}

/** Formats a number without grouping, which would read as a decimal point. Latin digits, as everywhere. */
export const formatNumber = (value: number, language: string): string =>
  new Intl.NumberFormat(language, {
    numberingSystem: 'latn',
    useGrouping: false,
    maximumFractionDigits: 20,
  }).format(value);
