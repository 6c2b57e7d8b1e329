import { History } from 'lucide-react';
import { Avatar, EmptyState, formatDay, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { useMatchingHistory } from '../../api/queries';
import { groupByDay } from '../../model/history';
import { useStatusText } from '../use-status-text';
import { DialogFrame } from './dialog-frame';
import styles from './history-dialog.module.css';

/** All matches of the person, by the day of their last change. */
export function HistoryDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('matching');
  const statusText = useStatusText();
  const history = useMatchingHistory();
  return (
    <DialogFrame title={t('matchingHistory')} onClose={onClose}>
      <QueryState query={history} empty={<EmptyState icon={History} title={t('noMatchingHistory')} />}>
        {(entries) =>
          groupByDay(entries).map(({ day, entries: ofDay }) => (
            <section key={day} className={styles.day}>
              <h3 className={styles.date}>{formatDay(day, i18n.language)}</h3>
              <ul className={styles.entries}>
                {ofDay.map((entry) => (
                  <li key={entry.id} className={styles.entry}>
                    <Avatar id={entry.id} name={entry.fullName} picture={entry.displayPicture} size={40} />
                    <span className={styles.words}>
                      <strong>
                        <bdi>{entry.fullName}</bdi>
                      </strong>
                      <span className={styles.message}>{statusText(entry)}</span>
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ))
        }
      </QueryState>
    </DialogFrame>
  );
}
