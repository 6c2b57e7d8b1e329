/** Digits as our numbers have them: an Arabic or Persian keyboard writes others. */
export function latinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}
