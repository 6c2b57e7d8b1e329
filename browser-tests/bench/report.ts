const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** Prints the distribution of durations in milliseconds. */
export function report(what: string, values: readonly number[]): void {
  const round = (share: number) => Math.round(percentile(values, share));
  console.log(
    `${what}: p50 ${round(0.5)} ms, p95 ${round(0.95)} ms, worst ${round(1)} ms (${values.length})`,
  );
}
