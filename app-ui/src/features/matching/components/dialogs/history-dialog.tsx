import { History } from 'lucide-react';
import { Avatar, EmptyState, formatDay, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import type { Match, Tracker } from '../../../../shared/matches/types';
import { useUntilText } from '../../../../shared/matches/use-until-text';
import { useMatchingHistory } from '../../api/queries';
import { groupByDay } from '../../model/history';
import { useStatusText } from '../use-status-text';
import { DialogFrame } from './dialog-frame';
import styles from './history-dialog.module.css';

interface HistoryDialogProps {
  /** Those that are active now, which know until when the person may decide. */
  matches: readonly Match[];
  onClose: () => void;
}

/** All matches of the person, by the day of their last change. */
export function HistoryDialog({ matches, onClose }: HistoryDialogProps) {
  const { t, i18n } = useTranslation('matching');
  const entryText = useEntryText(matches);
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
                      <span className={styles.message}>{entryText(entry)}</span>
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

/** Returns a function that says where an entry stands, and until when it waits for the person. */
function useEntryText(matches: readonly Match[]) {
  const { t } = useTranslation('matching');
  const statusText = useStatusText();
  const untilText = useUntilText();
  return (entry: Tracker): string => {
    const end = matches.find(({ id }) => id === entry.id)?.expiresAt;
    return entry.historyMessage === 'act_today' && end
      ? t('history.act_until', { until: untilText(Date.parse(end), Date.now()) })
      : statusText(entry);
  };
}
