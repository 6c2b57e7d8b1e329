/** Moves an item to another index of a list. Indexes outside the list are its ends. */
export function move<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = [...items];
  const target = Math.min(Math.max(to, 0), items.length - 1);
  moved.splice(target, 0, ...moved.splice(from, 1));
  return moved;
}

interface Box {
  top: number;
  height: number;
}

/** Returns the index at which a dragged item would be dropped: it passes another when their middles meet. */
export function dropIndex(boxes: readonly Box[], from: number, offset: number): number {
  const dragged = boxes[from];
  if (dragged === undefined) return from;
  const [start, end] = [dragged.top + offset, dragged.top + dragged.height + offset];
  const middle = ({ top, height }: Box) => top + height / 2;
  let target = from;
  boxes.forEach((box, index) => {
    if (index > from && end > middle(box)) target = Math.max(target, index);
    if (index < from && start < middle(box)) target = Math.min(target, index);
  });
  return target;
}
