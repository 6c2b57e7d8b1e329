import { ShieldAlert } from 'lucide-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../announce/announcer';
import { shownCount } from '../components/shown-count';
import { VisuallyHidden } from '../components/visually-hidden';
import { formatAge, formatAgo } from '../i18n/dates';
import { useNow } from '../i18n/use-now';
import { oldestOf, type PendingCases, usePendingCases } from './pending-cases';
import styles from './pending-cases-badge.module.css';

const MINUTE_MS = 60_000;

interface PendingCasesBadgeProps {
  /** Follows the link without a page load, if the page has a router. */
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/** A link to the unresolved cases with their number and age; empty without one. Announces new ones. */
export function PendingCasesBadge({ onClick }: PendingCasesBadgeProps) {
  const items = usePendingCases();
  return items.length === 0 ? null : <Badge items={items} onClick={onClick} />;
}

function Badge({
  items,
  onClick,
}: {
  items: readonly PendingCases[];
  onClick: PendingCasesBadgeProps['onClick'] | undefined;
}) {
  const { t, i18n } = useTranslation('common');
  const now = useNow(MINUTE_MS);
  const count = items.reduce((sum, item) => sum + item.count, 0);
  const isUrgent = items.some((item) => item.isUrgent);
  const oldest = oldestOf(items);
  const kinds = usePendingCasesTexts(items);
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
      data-pending-cases=""
      data-urgent={isUrgent || undefined}
      title={label}
      onClick={onClick}
    >
      <span className={styles.pill} key={count} aria-hidden="true">
        <ShieldAlert size={16} />
        <span className={styles.count}>{shownCount(count)}</span>
        <span className={styles.age}>{formatAge(oldest, i18n.language, now)}</span>
      </span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </a>
  );
}

/** Returns kind and number of each item, such as "2 reports". A newer server may send other kinds. */
export function usePendingCasesTexts(items: readonly PendingCases[]): string[] {
  const { t } = useTranslation('common');
  return items.map(({ kind, count }) => t([`waiting.kinds.${kind}`, 'waiting.kinds.other_kind'], { count }));
}
