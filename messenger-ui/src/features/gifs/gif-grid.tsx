import { Button } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { Spinner, useTranslation, VisuallyHidden } from 'ui-kit';
import { GRID_KEYS, neighbourIndex } from '../../components/grid-navigation';
import styles from './gif-grid.module.css';
import type { Gif } from './gif-search';

interface GifGridProps {
  ref: Ref<HTMLDivElement>;
  gifs: readonly Gif[];
  /** The first page is loading. */
  isPending: boolean;
  /** State of the next page. */
  more: 'none' | 'available' | 'loading' | 'failed';
  onMore: () => void;
  onSelect: (gif: Gif) => void;
  /** Arrow up in the first row. */
  onLeave: () => void;
}

const SKELETON_KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Grid with one tab stop and arrow keys; loads more before its end is visible. */
export function GifGrid({ ref, gifs, isPending, more, onMore, onSelect, onLeave }: GifGridProps) {
  const { t } = useTranslation('messenger');
  const list = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => list.current as HTMLDivElement);
  const prefersReducedMotion = useReducedMotion();
  const endMarker = useEndReached(list, more === 'available', onMore);
  const [tabStop, setTabStop] = useState(0);

  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-gif]')];
    const from = buttons.indexOf(event.target as HTMLElement);
    if (from < 0 || !GRID_KEYS.has(event.key)) return;
    event.preventDefault();
    const cells = buttons.map((button) => ({ top: button.offsetTop, left: button.offsetLeft }));
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const to = neighbourIndex(cells, from, event.key, isRtl);
    if (to === from && event.key === 'ArrowUp') {
      onLeave();
      return;
    }
    setTabStop(to);
    buttons[to]?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: delegates the events of its buttons
    <div
      ref={list}
      className={styles.list}
      aria-busy={isPending || more === 'loading'}
      onKeyDown={handleKeyDown}
    >
      <div className={styles.grid}>
        {gifs.map((gif, index) => (
          <GifTile
            key={gif.id}
            gif={gif}
            prefersReducedMotion={prefersReducedMotion}
            isTabStop={index === tabStop}
            onSelect={() => onSelect(gif)}
          />
        ))}
        {isPending &&
          SKELETON_KEYS.map((skeletonKey) => (
            <span key={skeletonKey} aria-hidden className={styles.skeleton} />
          ))}
      </div>
      {isPending && (
        <p role="status">
          <VisuallyHidden>{t('gifs.loading')}</VisuallyHidden>
        </p>
      )}
      {more === 'failed' && (
        <p className={styles.footer}>
          {t('gifs.moreFailed')}{' '}
          <Button variant="subtle" size="compact-sm" onClick={onMore}>
            {t('retry')}
          </Button>
        </p>
      )}
      {(more === 'available' || more === 'loading') && !isPending && (
        <div ref={endMarker} className={styles.footer}>
          <Spinner />
        </div>
      )}
    </div>
  );
}

/** With reduced motion, animates only under the pointer or focus. */
function GifTile({ gif, prefersReducedMotion, isTabStop, onSelect }: GifTileProps) {
  const [isActive, setIsActive] = useState(false);
  return (
    <button
      type="button"
      className={styles.tile}
      data-gif={gif.id}
      aria-label={gif.name}
      title={gif.name}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onSelect}
      onFocus={() => setIsActive(true)}
      onBlur={() => setIsActive(false)}
      onPointerEnter={() => setIsActive(true)}
      onPointerLeave={() => setIsActive(false)}
    >
      <img
        src={prefersReducedMotion && !isActive ? gif.stillUrl : gif.previewUrl}
        alt=""
        loading="lazy"
        draggable={false}
      />
    </button>
  );
}

interface GifTileProps {
  gif: Gif;
  prefersReducedMotion: boolean;
  isTabStop: boolean;
  onSelect: () => void;
}

/** Calls back whenever the end of a list comes near. Returns the ref of the end marker. */
function useEndReached(list: React.RefObject<HTMLDivElement | null>, isWanted: boolean, onNear: () => void) {
  const [endMarker, setEndMarker] = useState<HTMLDivElement | null>(null);
  const call = useRef(onNear);
  useEffect(() => {
    call.current = onNear;
  });
  useEffect(() => {
    if (!endMarker || !isWanted) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) call.current();
      },
      { root: list.current, rootMargin: '240px' },
    );
    observer.observe(endMarker);
    return () => observer.disconnect();
  }, [endMarker, isWanted, list]);
  return setEndMarker;
}
