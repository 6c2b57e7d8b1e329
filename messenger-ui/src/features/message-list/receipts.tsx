import { Avatar, useTranslation } from 'ui-kit';
import type { Person } from '../conversation/people';
import styles from './receipts.module.css';

const SHOWN = 3;

/** Who has read up to here. It stands beside the bubble, in room that is free anyway, so that it moves nothing. */
export function Receipts({ readers, asText }: { readers: readonly Person[]; asText: boolean }) {
  const { t } = useTranslation('messenger');
  if (readers.length === 0) return null;
  const names = readers.map((reader) => reader.name).join(', ');
  if (asText) return <span className={styles.receipts}>{t('message.seen')}</span>;
  return (
    <span className={styles.receipts} role="img" aria-label={t('message.seenBy', { names })} title={names}>
      {readers.slice(0, SHOWN).map((reader) => (
        <span key={reader.userId} className={styles.reader}>
          <Avatar id={reader.userId} name={reader.name} picture={reader.picture} size={16} />
        </span>
      ))}
      {readers.length > SHOWN && <span className={styles.more}>+{readers.length - SHOWN}</span>}
    </span>
  );
}
