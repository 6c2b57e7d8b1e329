import { Avatar, useTranslation } from 'ui-kit';
import type { Person } from '../../hooks/use-people';
import styles from './receipts.module.css';

const MAX_AVATARS = 3;

/** Members whose last read message is this one. Positioned in free space, so that rows keep their height. */
export function Receipts({ readers, asText }: { readers: readonly Person[]; asText: boolean }) {
  const { t } = useTranslation('messenger');
  if (readers.length === 0) return null;
  const names = readers.map((reader) => reader.name).join(', ');
  if (asText) return <span className={styles.receipts}>{t('message.seen')}</span>;
  return (
    <span className={styles.receipts} role="img" aria-label={t('message.seenBy', { names })} title={names}>
      {readers.slice(0, MAX_AVATARS).map((reader) => (
        <span key={reader.userId} className={styles.reader}>
          <Avatar id={reader.userId} name={reader.name} picture={reader.picture} size={16} />
        </span>
      ))}
      {readers.length > MAX_AVATARS && <span className={styles.more}>+{readers.length - MAX_AVATARS}</span>}
    </span>
  );
}
