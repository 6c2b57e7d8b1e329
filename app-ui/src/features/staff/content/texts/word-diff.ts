/** A run of text that both versions have, or only one of them. */
export interface Run {
  kind: 'same' | 'inserted' | 'deleted';
  text: string;
}

/** Larger comparisons show the whole middle as replaced. */
const MAX_CELLS = 4_000_000;

const words = (text: string): string[] => text.match(/\s+|[^\s]+/gu) ?? [];

/** Returns what differs between two texts, by words. */
export function wordDiff(before: string, after: string): Run[] {
  const [old, young] = [words(before), words(after)];
  let start = 0;
  while (start < Math.min(old.length, young.length) && old[start] === young[start]) start += 1;
  let end = 0;
  while (
    end < Math.min(old.length, young.length) - start &&
    old[old.length - 1 - end] === young[young.length - 1 - end]
  )
    end += 1;
  const runs: Run[] = [];
  const add = (kind: Run['kind'], text: string) => {
    const last = runs.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== '') runs.push({ kind, text });
  };
  add('same', old.slice(0, start).join(''));
  for (const { kind, text } of middle(
    old.slice(start, old.length - end),
    young.slice(start, young.length - end),
  ))
    add(kind, text);
  add('same', old.slice(old.length - end).join(''));
  return runs;
}

function middle(old: readonly string[], young: readonly string[]): Run[] {
  if (old.length * young.length > MAX_CELLS)
    return [
      { kind: 'deleted', text: old.join('') },
      { kind: 'inserted', text: young.join('') },
    ];
  // The length of the longest common sequence from each pair of places on.
  const width = young.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = young.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        old[i] === young[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const runs: Run[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < young.length) {
    if (i < old.length && j < young.length && old[i] === young[j]) {
      runs.push({ kind: 'same', text: old[i] ?? '' });
      i += 1;
      j += 1;
    } else if (i < old.length && (j === young.length || at(i + 1, j) >= at(i, j + 1))) {
      runs.push({ kind: 'deleted', text: old[i] ?? '' });
      i += 1;
    } else {
      runs.push({ kind: 'inserted', text: young[j] ?? '' });
      j += 1;
    }
  }
  return runs;
}
