/** Where a thing stands on the page; all of them are of one size. */
export interface Place {
  top: number;
  left: number;
}

/** The index a key leads to in things that stand in rows; the same one where there is nothing further. */
export function neighbour(places: readonly Place[], from: number, key: string, isRtl: boolean): number {
  const here = places[from];
  if (!here) return from;
  const last = places.length - 1;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      return Math.min(last, Math.max(0, from + ((key === 'ArrowRight') === isRtl ? -1 : 1)));
    case 'ArrowUp':
    case 'ArrowDown':
      return inNextRow(places, from, here, key === 'ArrowDown' ? 1 : -1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return from;
  }
}

/** In the row above or below, the one that is nearest. */
function inNextRow(places: readonly Place[], from: number, here: Place, step: 1 | -1): number {
  let row: number | null = null;
  let best = from;
  let distance = Number.POSITIVE_INFINITY;
  for (let index = from + step; index >= 0 && index < places.length; index += step) {
    const place = places[index];
    if (!place || (row === null && place.top === here.top)) continue;
    row ??= place.top;
    if (place.top !== row) break;
    if (Math.abs(place.left - here.left) < distance) {
      distance = Math.abs(place.left - here.left);
      best = index;
    }
  }
  return best;
}
