import { Button } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { Spinner, useTranslation, VisuallyHidden } from 'ui-kit';
import { neighbour } from '../emoji/neighbour';
import styles from './gif-grid.module.css';
import type { Gif } from './gif-search';

interface GifGridProps {
  ref: Ref<HTMLDivElement>;
  gifs: readonly Gif[];
  /** Nothing has come yet. */
  isPending: boolean;
  /** Whether there are more than these. */
  more: 'none' | 'there' | 'loading' | 'failed';
  onMore: () => void;
  onSelect: (gif: Gif) => void;
  /** Upward from the first row. */
  onLeave: () => void;
}

const MOVES = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);
const BONES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** One stop for Tab, arrows within; more pictures come before one sees the end. */
export function GifGrid({ ref, gifs, isPending, more, onMore, onSelect, onLeave }: GifGridProps) {
  const { t } = useTranslation('messenger');
  const list = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => list.current as HTMLDivElement);
  const isCalm = useReducedMotion();
  const end = useEnd(list, more === 'there', onMore);
  const [stop, setStop] = useState(0);

  const pressed = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-gif]')];
    const from = buttons.indexOf(event.target as HTMLElement);
    if (from < 0 || !MOVES.has(event.key)) return;
    event.preventDefault();
    const places = buttons.map((button) => ({ top: button.offsetTop, left: button.offsetLeft }));
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const to = neighbour(places, from, event.key, isRtl);
    if (to === from && event.key === 'ArrowUp') {
      onLeave();
      return;
    }
    setStop(to);
    buttons[to]?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for the buttons in it
    <div ref={list} className={styles.list} aria-busy={isPending || more === 'loading'} onKeyDown={pressed}>
      <div className={styles.grid}>
        {gifs.map((gif, index) => (
          <Tile
            key={gif.id}
            gif={gif}
            isCalm={isCalm}
            isStop={index === stop}
            onSelect={() => onSelect(gif)}
          />
        ))}
        {isPending && BONES.map((bone) => <span key={bone} aria-hidden className={styles.bone} />)}
      </div>
      {isPending && (
        <p role="status">
          <VisuallyHidden>{t('gifs.loading')}</VisuallyHidden>
        </p>
      )}
      {more === 'failed' && (
        <p className={styles.end}>
          {t('gifs.moreFailed')}{' '}
          <Button variant="subtle" size="compact-sm" onClick={onMore}>
            {t('retry')}
          </Button>
        </p>
      )}
      {(more === 'there' || more === 'loading') && !isPending && (
        <div ref={end} className={styles.end}>
          <Spinner />
        </div>
      )}
    </div>
  );
}

/** Moves only while it is looked at, for those who asked for less movement. */
function Tile({ gif, isCalm, isStop, onSelect }: TileProps) {
  const [isLookedAt, setIsLookedAt] = useState(false);
  return (
    <button
      type="button"
      className={styles.tile}
      data-gif={gif.id}
      aria-label={gif.name}
      title={gif.name}
      tabIndex={isStop ? 0 : -1}
      onClick={onSelect}
      onFocus={() => setIsLookedAt(true)}
      onBlur={() => setIsLookedAt(false)}
      onPointerEnter={() => setIsLookedAt(true)}
      onPointerLeave={() => setIsLookedAt(false)}
    >
      <img
        src={isCalm && !isLookedAt ? gif.stillUrl : gif.previewUrl}
        alt=""
        loading="lazy"
        draggable={false}
      />
    </button>
  );
}

interface TileProps {
  gif: Gif;
  isCalm: boolean;
  isStop: boolean;
  onSelect: () => void;
}

/** Calls when the end of a list comes near, again and again while there is more. */
function useEnd(list: React.RefObject<HTMLDivElement | null>, isWanted: boolean, onNear: () => void) {
  const [end, setEnd] = useState<HTMLDivElement | null>(null);
  const call = useRef(onNear);
  useEffect(() => {
    call.current = onNear;
  });
  useEffect(() => {
    if (!end || !isWanted) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) call.current();
      },
      { root: list.current, rootMargin: '240px' },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [end, isWanted, list]);
  return setEnd;
}
