import { useQuery } from '@tanstack/react-query';
import { Video } from 'lucide-react';
import {
  EmptyState,
  ErrorState,
  formatDateTime,
  http,
  LoadingState,
  type Schemas,
  useTranslation,
} from 'ui-kit';
import styles from './recordings-list.module.css';

type Recording = Schemas['StaffRecording'];

/** Why a recording failed, by the server's word for it; others are newer than this page. */
const FAILURES: ReadonlySet<string> = new Set([
  'no_consent',
  'timed_out',
  'recording_unavailable',
  'recording_too_large',
  'transcript_unavailable',
  'summary_unavailable',
]);

/** What became of recorded calls: for those who answer for them, and nothing of what was said. */
export function RecordingsList() {
  const { t, i18n } = useTranslation('app');
  const { data, error, refetch } = useQuery({
    queryKey: ['staff', 'recordings'],
    queryFn: ({ signal }) => http<readonly Recording[]>('api/v2/chat/recordings/', { signal }),
    refetchOnWindowFocus: 'always',
  });
  if (data === undefined) {
    return error === null ? <LoadingState /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  if (data.length === 0) {
    return (
      <EmptyState icon={Video} title={t('staff.noRecordings')}>
        {t('staff.noRecordingsText')}
      </EmptyState>
    );
  }
  const stateOf = ({ state, failure }: Recording) =>
    failure !== null && FAILURES.has(failure) ? t(`staff.failures.${failure}`) : t(`staff.states.${state}`);
  return (
    <>
      <p className={styles.lead}>{t('staff.recordingsText')}</p>
      <table className={styles.table} aria-label={t('staff.recordings')}>
        <thead>
          <tr>
            <th scope="col">{t('staff.when')}</th>
            <th scope="col">{t('staff.where')}</th>
            <th scope="col">{t('staff.state')}</th>
          </tr>
        </thead>
        <tbody>
          {data.map((recording) => (
            <tr key={recording.id} data-warns={recording.failure === 'no_consent' || undefined}>
              <th scope="row">
                <time dateTime={recording.startedOn}>
                  {formatDateTime(recording.startedOn, i18n.language)}
                </time>
              </th>
              <td dir="auto">{recording.channelName || t('staff.pair')}</td>
              <td>{stateOf(recording)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
