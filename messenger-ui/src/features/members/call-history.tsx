import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, PhoneCall } from 'lucide-react';
import {
  EmptyState,
  ErrorState,
  formatDateTime,
  formatMessageTime,
  useTranslation,
  VisuallyHidden,
} from 'ui-kit';
import styles from './call-history.module.css';
import { CallRating } from './call-rating';
import { type Call, callsQuery } from './calls-query';
import { useCallRating } from './use-call-rating';

const SKELETONS = ['a', 'b', 'c'];

/** The recorded calls of a channel: what was said in them, in short and in full, and what one thinks of them. */
export function CallHistory({ channelId }: { channelId: string }) {
  const { t } = useTranslation('messenger');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    callsQuery(channelId),
  );
  const rate = useCallRating(channelId);

  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div className={styles.waiting} role="status">
        <VisuallyHidden>{t('history.loading')}</VisuallyHidden>
        {SKELETONS.map((key) => (
          <Skeleton key={key} height={18} radius="sm" />
        ))}
      </div>
    );
  }

  const calls = data.pages.flatMap((page) => page.chatMeetingHistory);
  if (calls.length === 0) {
    return (
      <EmptyState title={t('history.empty')} icon={PhoneCall}>
        {t('history.emptyHint')}
      </EmptyState>
    );
  }
  return (
    <>
      <table className={styles.table}>
        <caption className={styles.caption}>{t('history.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('history.date')}</th>
            <th scope="col">{t('history.summary')}</th>
            <th scope="col">{t('history.transcript')}</th>
            <th scope="col" className={styles.rate}>
              {t('history.rate')}
            </th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <CallRow
              key={call.meetingRecordingId}
              call={call}
              onRate={(rating) => rate(call.meetingRecordingId, rating)}
            />
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <div className={styles.older}>
          <Button
            variant="subtle"
            size="compact-md"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('history.older')}
          </Button>
        </div>
      )}
    </>
  );
}

function CallRow({ call, onRate }: { call: Call; onRate: (rating: number) => void }) {
  const { t, i18n } = useTranslation('messenger');
  const time = formatMessageTime(call.meetingDatetime, i18n.language);
  const { summaryTextFileUrl: summary, transcriptionTextFileUrl: transcript } = call;
  return (
    <tr>
      <th scope="row" className={styles.time}>
        <time dateTime={call.meetingDatetime} title={formatDateTime(call.meetingDatetime, i18n.language)}>
          {time}
        </time>
      </th>
      {call.failure === 'no_consent' ? (
        <td colSpan={2}>
          <span className={styles.none}>{t('history.noConsent')}</span>
        </td>
      ) : (
        <>
          <td>
            <TextOfCall url={summary} state={call.state} label={t('history.summaryOf', { time })} />
          </td>
          <td>
            <TextOfCall url={transcript} state={call.state} label={t('history.transcriptOf', { time })} />
          </td>
        </>
      )}
      <td className={styles.rate}>
        {call.state === 'ready' && <CallRating time={time} value={call.rating} onRate={onRate} />}
      </td>
    </tr>
  );
}

/** A text to keep, or why there is none. */
function TextOfCall({ url, state, label }: { url: string | null; state: Call['state']; label: string }) {
  const { t } = useTranslation('messenger');
  if (url !== null) {
    return (
      <a className={styles.link} href={url} download aria-label={label} title={label}>
        <Download aria-hidden size={17} />
        <span className={styles.word}>{t('history.download')}</span>
      </a>
    );
  }
  return <span className={styles.none}>{reason()}</span>;

  function reason(): string {
    switch (state) {
      case 'purged':
        return t('history.purged');
      case 'no_recording':
        return t('history.notRecorded');
      case 'ready':
      case 'failed':
        return t('history.failed');
      default:
        return t('history.working');
    }
  }
}
