/** Formats a duration as a clock: minutes and seconds, with hours from the first on. */
export function formatDuration(milliseconds: number, language: string): string {
  const total = Math.max(0, Math.floor(milliseconds / 1000));
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const plain = new Intl.NumberFormat(language, { useGrouping: false });
  const padded = new Intl.NumberFormat(language, { useGrouping: false, minimumIntegerDigits: 2 });
  const parts = [padded.format(minutes), padded.format(seconds)];
  return hours > 0 ? [plain.format(hours), ...parts].join(':') : `${plain.format(minutes)}:${parts[1]}`;
}
