import { ArrowRight, ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { announce, IconButton, useTranslation } from 'ui-kit';
import type { Card } from './cards';
import styles from './carousel.module.css';

/** Disables a button without losing its focus. */
const disabledProps = (isEnd: boolean) => (isEnd ? { 'aria-disabled': true, 'data-disabled': true } : {});

/** Tolerance for the browser's rounding of scroll positions. */
const ROUNDING_PX = 2;

/**
 * A row of cards on native scrolling with snap points, which handles touch, wheels, right-to-left and reduced motion.
 * The buttons move by one card.
 */
export function Carousel({ title, cards }: { title: string; cards: readonly Card[] }) {
  const { t } = useTranslation('app');
  const row = useRef<HTMLUListElement>(null);
  const [edges, setEdges] = useState({ isFirst: true, isLast: false });

  const updateEnds = useCallback(() => {
    const element = row.current;
    if (element === null) return;
    // Negative in right-to-left layouts.
    const at = Math.abs(element.scrollLeft);
    const isFirst = at <= ROUNDING_PX;
    const isLast = at + element.clientWidth >= element.scrollWidth - ROUNDING_PX;
    setEdges((before) =>
      before.isFirst === isFirst && before.isLast === isLast ? before : { isFirst, isLast },
    );
  }, []);

  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const observer = new ResizeObserver(updateEnds);
    observer.observe(element);
    return () => observer.disconnect();
  }, [updateEnds]);

  const move = (by: 1 | -1) => {
    const element = row.current;
    const items = element === null ? [] : [...element.children];
    if (element === null || items.length === 0) return;
    const start = element.getBoundingClientRect();
    const isRtl = getComputedStyle(element).direction === 'rtl';
    const distances = items.map((item) => {
      const box = item.getBoundingClientRect();
      return isRtl ? start.right - box.right : box.left - start.left;
    });
    const nearest = distances.reduce(
      (best, distance, index) => (Math.abs(distance) < Math.abs(distances[best] ?? 0) ? index : best),
      0,
    );
    const next = Math.min(Math.max(nearest + by, 0), items.length - 1);
    const distance = distances[next] ?? 0;
    element.scrollBy({ left: isRtl ? -distance : distance });
    announce(t('internship.position', { number: next + 1, count: items.length }));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== row.current) return;
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const by = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by as 1 | -1);
  };

  return (
    <section
      className={styles.carousel}
      aria-roledescription={t('internship.carousel')}
      aria-labelledby="cards"
    >
      <div className={styles.head}>
        <h2 id="cards" className={styles.heading}>
          {title}
        </h2>
        <div className={styles.arrows} hidden={edges.isFirst && edges.isLast}>
          <IconButton
            label={t('internship.previous')}
            size={44}
            {...disabledProps(edges.isFirst)}
            onClick={() => move(-1)}
          >
            <ChevronLeft aria-hidden className={styles.flip} size={22} />
          </IconButton>
          <IconButton
            label={t('internship.next')}
            size={44}
            {...disabledProps(edges.isLast)}
            onClick={() => move(1)}
          >
            <ChevronRight aria-hidden className={styles.flip} size={22} />
          </IconButton>
        </div>
      </div>
      <ul
        ref={row}
        className={styles.row}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
        tabIndex={0}
        aria-labelledby="cards"
        onScroll={updateEnds}
        onKeyDown={onKeyDown}
      >
        {cards.map((card) => (
          <li key={card.key} className={styles.card}>
            {card.image && (
              <img
                className={styles.picture}
                src={card.image}
                alt={card.imageAlt}
                width={640}
                height={400}
                loading="lazy"
              />
            )}
            <p className={styles.text} dir="auto">
              {card.localeText}
            </p>
            <CardLink card={card} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function CardLink({ card }: { card: Card }) {
  const { t } = useTranslation('app');
  if (card.link === '') return null;
  const content = (
    <>
      {t('internship.more')}
      <ArrowRight aria-hidden className={styles.flip} size={16} />
    </>
  );
  const label = `${t('internship.more')}: ${card.localeText}`;
  return card.link.startsWith('/') ? (
    <Link className={styles.link} to={card.link} aria-label={label}>
      {content}
    </Link>
  ) : (
    <a className={styles.link} href={card.link} target="_blank" rel="noopener noreferrer" aria-label={label}>
      {content}
    </a>
  );
}
