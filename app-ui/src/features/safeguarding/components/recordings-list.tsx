import { useQuery } from '@tanstack/react-query';
import { Video } from 'lucide-react';
import { api, EmptyState, formatDateTime, type Schemas, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import styles from './recordings-list.module.css';

type Recording = Schemas['StaffRecording'];

/** Failure codes with a text; a newer server may send others. */
const FAILURES: ReadonlySet<string> = new Set([
  'no_consent',
  'timed_out',
  'recording_unavailable',
  'recording_too_large',
  'transcript_unavailable',
  'summary_unavailable',
]);

/** State of recorded calls, without their content. */
export function RecordingsList() {
  const { t } = useTranslation('app');
  const query = useQuery({
    queryKey: ['staff', 'recordings'],
    queryFn: ({ signal }) => api.get('/api/v2/chat/recordings/', { signal }),
    refetchOnWindowFocus: 'always',
  });
  const empty = (
    <EmptyState icon={Video} title={t('safeguarding.noRecordings')}>
      {t('safeguarding.noRecordingsText')}
    </EmptyState>
  );
  return (
    <QueryState query={query} empty={empty}>
      {(recordings) => <RecordingTable recordings={recordings} />}
    </QueryState>
  );
}

function RecordingTable({ recordings }: { recordings: readonly Recording[] }) {
  const { t, i18n } = useTranslation('app');
  const stateOf = ({ state, failure }: Recording) =>
    failure !== null && FAILURES.has(failure)
      ? t(`safeguarding.failures.${failure}`)
      : t(`safeguarding.states.${state}`);
  return (
    <>
      <p className={styles.lead}>{t('safeguarding.recordingsText')}</p>
      <table className={styles.table} aria-label={t('safeguarding.recordings')}>
        <thead>
          <tr>
            <th scope="col">{t('safeguarding.time')}</th>
            <th scope="col">{t('safeguarding.channel')}</th>
            <th scope="col">{t('safeguarding.state')}</th>
          </tr>
        </thead>
        <tbody>
          {recordings.map((recording) => (
            <tr key={recording.id} data-warns={recording.failure === 'no_consent' || undefined}>
              <th scope="row">
                <time dateTime={recording.startedOn}>
                  {formatDateTime(recording.startedOn, i18n.language)}
                </time>
              </th>
              <td>
                <bdi>{recording.channelName || t('safeguarding.directChannel')}</bdi>
              </td>
              <td>{stateOf(recording)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
