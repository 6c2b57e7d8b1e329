import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { formatAgo, formatDateTime, useNow, useTranslation, VisuallyHidden } from 'ui-kit';
import styles from './cells.module.css';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** An empty cell, which a screen reader announces as such. */
export function None() {
  const { t } = useTranslation('staff');
  return (
    <span className={styles.none}>
      <span aria-hidden>–</span>
      <VisuallyHidden>{t('staff.none')}</VisuallyHidden>
    </span>
  );
}

/** How long ago something was, with the time. */
export function Ago({ at }: { at: string }) {
  const { i18n } = useTranslation('staff');
  const now = useNow(MINUTE_MS);
  return (
    <time dateTime={at} title={formatDateTime(at, i18n.language)}>
      {agoOf(at, i18n.language, now)}
    </time>
  );
}

/** Of what was the day before, the hours say little: some are known by their day only. */
function agoOf(at: string, language: string, now: number): string {
  const hours = Math.floor((now - Date.parse(at)) / HOUR_MS);
  if (hours < 24 || hours >= 48) return formatAgo(at, language, now);
  const format = new Intl.RelativeTimeFormat(`${language}-u-nu-latn`, { numeric: 'auto' });
  const isYesterday = new Date(now - 24 * HOUR_MS).getDate() === new Date(at).getDate();
  return format.format(isYesterday ? -1 : -2, 'day');
}

/** An address, which breaks before its domain where a column is narrow. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <bdi className={styles.email}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </bdi>
  );
}

/** What a coordinator should look at. */
export function Notice({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <span className={styles.notice}>
      <Icon aria-hidden size={15} />
      {children}
    </span>
  );
}

interface OnlyProps {
  /** Shows only the rows with this value. */
  onPress: () => void;
  children: ReactNode;
}

/** A value that a press makes a filter. */
export function Only({ onPress, children }: OnlyProps) {
  const { t } = useTranslation('staff');
  return (
    <button type="button" className={styles.only} title={t('staff.only')} onClick={onPress}>
      {children}
    </button>
  );
}

interface RecordLinkProps {
  to: string;
  /** The filters of the list that its page leads back to; those of this page unless given. */
  list?: string;
  children: ReactNode;
}

/** The name of a record as the link to its page, which leads back to the list with its filters. */
export function RecordLink({ to, list, children }: RecordLinkProps) {
  const { search } = useLocation();
  return (
    <Link className={styles.record} to={to} state={{ list: list ?? search }}>
      {children}
    </Link>
  );
}
