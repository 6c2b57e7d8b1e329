import { withoutFormatting } from './formatting';
import { MENTION } from './markup';

/** Returns one line without markup and formatting, for previews and screen readers. */
export const plainText = (text: string): string =>
  withoutFormatting(text).replace(MENTION, '@$1').replace(/\s+/gu, ' ').trim();
