import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, PhoneCall } from 'lucide-react';
import { EmptyState, formatDateTime, formatMessageTime, useTranslation, VisuallyHidden } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { type Call, callHistoryQuery } from '../../api/call-history';
import styles from './call-history.module.css';
import { CallRating } from './call-rating';
import { useCallRating } from './use-call-rating';

const SKELETONS = ['a', 'b', 'c'];

/** The recorded calls of a channel with summary, transcript and rating. */
export function CallHistory({ channelId }: { channelId: string }) {
  const { t } = useTranslation('messenger');
  const query = useInfiniteQuery(callHistoryQuery(channelId));
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const rate = useCallRating(channelId);
  const skeleton = (
    <div className={styles.loading} role="status">
      <VisuallyHidden>{t('callHistory.loading')}</VisuallyHidden>
      {SKELETONS.map((key) => (
        <Skeleton key={key} height={18} radius="sm" />
      ))}
    </div>
  );
  const empty = (
    <EmptyState title={t('callHistory.empty')} icon={PhoneCall}>
      {t('callHistory.emptyHint')}
    </EmptyState>
  );
  const calls = query.data?.pages.flatMap((page) => page.chatMeetingHistory);
  return (
    <QueryState
      query={{ data: calls, error: query.error, refetch: query.refetch }}
      loading={skeleton}
      empty={empty}
    >
      {(all) => (
        <>
          <table className={styles.table}>
            <caption className={styles.caption}>{t('callHistory.title')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('callHistory.date')}</th>
                <th scope="col">{t('callHistory.summary')}</th>
                <th scope="col">{t('callHistory.transcript')}</th>
                <th scope="col" className={styles.rate}>
                  {t('callHistory.rate')}
                </th>
              </tr>
            </thead>
            <tbody>
              {all.map((call) => (
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
                {t('callHistory.older')}
              </Button>
            </div>
          )}
        </>
      )}
    </QueryState>
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
          <span className={styles.none}>{t('callHistory.noConsent')}</span>
        </td>
      ) : (
        <>
          <td>
            <CallDocument url={summary} state={call.state} label={t('callHistory.summaryOf', { time })} />
          </td>
          <td>
            <CallDocument
              url={transcript}
              state={call.state}
              label={t('callHistory.transcriptOf', { time })}
            />
          </td>
        </>
      )}
      <td className={styles.rate}>
        {call.state === 'ready' && <CallRating time={time} value={call.rating} onRate={onRate} />}
      </td>
    </tr>
  );
}

/** Download link of a text, or the reason why it is missing. */
function CallDocument({ url, state, label }: { url: string | null; state: Call['state']; label: string }) {
  const { t } = useTranslation('messenger');
  if (url !== null) {
    return (
      <a
        className={styles.link}
        href={url}
        download
        aria-label={`${t('callHistory.download')}: ${label}`}
        title={label}
      >
        <Download aria-hidden size={17} />
        <span className={styles.label}>{t('callHistory.download')}</span>
      </a>
    );
  }
  return <span className={styles.none}>{reason()}</span>;

  function reason(): string {
    switch (state) {
      case 'purged':
        return t('callHistory.purged');
      case 'no_recording':
        return t('callHistory.notRecorded');
      case 'ready':
      case 'failed':
        return t('callHistory.unavailable');
      default:
        return t('callHistory.processing');
    }
  }
}
