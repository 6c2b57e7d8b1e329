import { type PointerEvent, useEffect, useRef, type WheelEvent } from 'react';
import { clampView, FIT_VIEW, type View, zoom } from './zoom';
import styles from './zoomable-image.module.css';

interface ZoomableImageProps {
  src: string;
  alt: string;
  /** Natural size, if known. */
  width: number | null;
  height: number | null;
  view: View;
  onView: (change: (view: View) => View) => void;
  /** Horizontal swipe over the unscaled image: 1 for the next file, -1 for the previous one. */
  onSwipe: (step: 1 | -1) => void;
  onLoad: () => void;
  onError: () => void;
}

const DOUBLE_CLICK_ZOOM = 2.5;
const SWIPE_PX = 60;

/** An image with zoom by wheel, double click and pinch, and pan by drag. */
export function ZoomableImage({
  src,
  alt,
  width,
  height,
  view,
  onView,
  onSwipe,
  onLoad,
  onError,
}: ZoomableImageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const swipe = useRef(0);

  const updateView = (next: (view: View) => View) => {
    const container = stage.current;
    const element = image.current;
    if (!container || !element) return;
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    onView((before) =>
      clampView(next(before), size, { width: container.clientWidth, height: container.clientHeight }),
    );
  };
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = stage.current?.getBoundingClientRect();
    return box
      ? { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
      : { x: 0, y: 0 };
  };

  // The page must not scroll or zoom; React's wheel listeners are passive and cannot prevent it.
  useEffect(() => {
    const element = stage.current;
    const preventDefault = (event: Event) => event.preventDefault();
    element?.addEventListener('wheel', preventDefault, { passive: false });
    return () => element?.removeEventListener('wheel', preventDefault);
  }, []);

  const handleWheel = (event: WheelEvent) =>
    updateView((before) => zoom(before, Math.exp(-event.deltaY / 400), fromMiddle(event)));

  const handlePointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    swipe.current = 0;
  };
  const handlePointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    pointers.current.set(event.pointerId, now);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const distance = (point: { x: number; y: number }) =>
        Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      const middle = fromMiddle({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 });
      updateView((current) => zoom(current, distance(now) / distance(before), middle));
    } else {
      if (view.scale === 1 && event.pointerType !== 'mouse') swipe.current += now.x - before.x;
      updateView((current) => ({
        ...current,
        x: current.x + now.x - before.x,
        y: current.y + now.y - before.y,
      }));
    }
  };
  const handlePointerUp = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
    if (pointers.current.size === 0 && Math.abs(swipe.current) > SWIPE_PX)
      onSwipe(swipe.current < 0 ? 1 : -1);
    swipe.current = 0;
  };

  const isUnscaled = view.scale === 1;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer input only; the parent offers keys and buttons
    <div
      ref={stage}
      className={styles.stage}
      data-zoomed={!isUnscaled || undefined}
      onWheel={handleWheel}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerUp}
      onPointerCancel={handlePointerUp}
      onDoubleClick={(event) =>
        updateView((before) => (isUnscaled ? zoom(before, DOUBLE_CLICK_ZOOM, fromMiddle(event)) : FIT_VIEW))
      }
    >
      <img
        ref={image}
        className={styles.picture}
        src={src}
        alt={alt}
        draggable={false}
        style={{
          transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
          ...(width && height ? { aspectRatio: `${width} / ${height}`, inlineSize: width } : {}),
        }}
        onLoad={onLoad}
        onError={onError}
      />
    </div>
  );
}
