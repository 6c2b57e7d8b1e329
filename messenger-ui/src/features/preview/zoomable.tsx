import { type PointerEvent, useEffect, useRef, type WheelEvent } from 'react';
import { type View, WHOLE, within, zoom } from './zoom';
import styles from './zoomable.module.css';

interface ZoomableProps {
  src: string;
  alt: string;
  /** The natural size, where it is known. */
  width: number | null;
  height: number | null;
  view: View;
  onView: (change: (view: View) => View) => void;
  /** A swipe over the whole picture: 1 to the next one, -1 to the one before. */
  onSwipe: (step: 1 | -1) => void;
  onLoad: () => void;
  onError: () => void;
}

const DOUBLE_CLICK_ZOOM = 2.5;
const SWIPE_PX = 60;

/** A picture that is enlarged by wheel, double click and two fingers, and moved by one. */
export function Zoomable({ src, alt, width, height, view, onView, onSwipe, onLoad, onError }: ZoomableProps) {
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const swipe = useRef(0);

  const change = (next: (view: View) => View) => {
    const room = stage.current;
    const drawn = picture.current;
    if (!room || !drawn) return;
    const size = { width: drawn.offsetWidth, height: drawn.offsetHeight };
    onView((before) => within(next(before), size, { width: room.clientWidth, height: room.clientHeight }));
  };
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = stage.current?.getBoundingClientRect();
    return box
      ? { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
      : { x: 0, y: 0 };
  };

  // The page around must not scroll or zoom, and React's wheel listeners cannot prevent it.
  useEffect(() => {
    const element = stage.current;
    const stay = (event: Event) => event.preventDefault();
    element?.addEventListener('wheel', stay, { passive: false });
    return () => element?.removeEventListener('wheel', stay);
  }, []);

  const wheeled = (event: WheelEvent) =>
    change((before) => zoom(before, Math.exp(-event.deltaY / 400), fromMiddle(event)));

  const pressed = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    swipe.current = 0;
  };
  const moved = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    fingers.current.set(event.pointerId, now);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const apart = (point: { x: number; y: number }) =>
        Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      const middle = fromMiddle({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 });
      change((current) => zoom(current, apart(now) / apart(before), middle));
    } else {
      if (view.scale === 1 && event.pointerType !== 'mouse') swipe.current += now.x - before.x;
      change((current) => ({ ...current, x: current.x + now.x - before.x, y: current.y + now.y - before.y }));
    }
  };
  const released = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    if (fingers.current.size === 0 && Math.abs(swipe.current) > SWIPE_PX) onSwipe(swipe.current < 0 ? 1 : -1);
    swipe.current = 0;
  };

  const isWhole = view.scale === 1;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for hands; keys and buttons do the same from outside
    <div
      ref={stage}
      className={styles.stage}
      data-zoomed={!isWhole || undefined}
      onWheel={wheeled}
      onPointerDown={pressed}
      onPointerMove={moved}
      onPointerUp={released}
      onPointerCancel={released}
      onDoubleClick={(event) =>
        change((before) => (isWhole ? zoom(before, DOUBLE_CLICK_ZOOM, fromMiddle(event)) : WHOLE))
      }
    >
      <img
        ref={picture}
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
