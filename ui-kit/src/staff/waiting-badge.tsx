import { ShieldAlert } from 'lucide-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../announce/announcer';
import { VisuallyHidden } from '../components/visually-hidden';
import { formatAge, formatAgo } from '../i18n/dates';
import { useNow } from '../i18n/use-now';
import { oldestOf, useWaiting, type WaitingItem } from './waiting';
import styles from './waiting-badge.module.css';

const MINUTE_MS = 60_000;

interface WaitingBadgeProps {
  /** Follows the link without a page load, if the page has a router. */
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/** A link to what waits for staff, with number and age; nothing if nothing waits. Announces what is new. */
export function WaitingBadge({ onClick }: WaitingBadgeProps) {
  const items = useWaiting();
  return items.length === 0 ? null : <Badge items={items} onClick={onClick} />;
}

function Badge({
  items,
  onClick,
}: {
  items: readonly WaitingItem[];
  onClick: WaitingBadgeProps['onClick'] | undefined;
}) {
  const { t, i18n } = useTranslation('common');
  const now = useNow(MINUTE_MS);
  const count = items.reduce((sum, item) => sum + item.count, 0);
  const isUrgent = items.some((item) => item.isUrgent);
  const oldest = oldestOf(items);
  const kinds = useWaitingTexts(items);
  const list = new Intl.ListFormat(i18n.language).format(kinds);
  const label = t('waiting.label', { list, age: formatAgo(oldest, i18n.language, now) });

  const known = useRef(0);
  useEffect(() => {
    if (count > known.current) announce(label);
    known.current = count;
  }, [count, label]);

  return (
    <a
      className={styles.badge}
      href="/staff/reports"
      data-waiting=""
      data-urgent={isUrgent || undefined}
      title={label}
      onClick={onClick}
    >
      <span className={styles.pill} key={count} aria-hidden="true">
        <ShieldAlert size={16} />
        <span className={styles.count}>{count > 99 ? '99+' : count}</span>
        <span className={styles.age}>{formatAge(oldest, i18n.language, now)}</span>
      </span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </a>
  );
}

/** Returns kind and number of each item, such as "2 reports". A newer server may send other kinds. */
export function useWaitingTexts(items: readonly WaitingItem[]): string[] {
  const { t } = useTranslation('common');
  return items.map(({ kind, count }) => t([`waiting.kinds.${kind}`, 'waiting.kinds.other_kind'], { count }));
}
