/** Moves an item to another place of a list. Places outside the list are its ends. */
export function move<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = [...items];
  const place = Math.min(Math.max(to, 0), items.length - 1);
  moved.splice(place, 0, ...moved.splice(from, 1));
  return moved;
}

interface Box {
  top: number;
  height: number;
}

/** Returns the place where a dragged item would be dropped: it passes another when their middles meet. */
export function dropPlace(boxes: readonly Box[], from: number, offset: number): number {
  const dragged = boxes[from];
  if (dragged === undefined) return from;
  const [start, end] = [dragged.top + offset, dragged.top + dragged.height + offset];
  const middle = ({ top, height }: Box) => top + height / 2;
  let place = from;
  boxes.forEach((box, index) => {
    if (index > from && end > middle(box)) place = Math.max(place, index);
    if (index < from && start < middle(box)) place = Math.min(place, index);
  });
  return place;
}
