import { Button } from '@mantine/core';
import { Spinner, useTranslation } from 'ui-kit';
import type { ChannelState, ChannelStore } from '../../model/channel-store';
import type { Loading } from '../../model/timeline';
import styles from './paging-notice.module.css';

interface PagingNoticesProps {
  state: ChannelState;
  channelStore: ChannelStore;
}

/** Progress and errors of loading messages. Floats over the list, which must not move. */
export function PagingNotices({ state: { older, newer, jump }, channelStore }: PagingNoticesProps) {
  const { t } = useTranslation('messenger');
  return (
    <>
      {jump !== 'idle' ? (
        <PagingNotice
          loading={jump}
          doing={t('messageList.jumping')}
          failed={t('messageList.jumpFailed')}
          onGiveUp={() => channelStore.cancelJump()}
        />
      ) : (
        <PagingNotice
          loading={older}
          doing={t('messageList.loadingOlder')}
          failed={t('messageList.olderFailed')}
          onRetry={() => channelStore.loadOlder()}
        />
      )}
      <PagingNotice
        isAtEnd
        loading={newer}
        doing={t('messageList.loadingNewer')}
        failed={t('messageList.newerFailed')}
        onRetry={() => channelStore.loadNewer()}
      />
    </>
  );
}

interface PagingNoticeProps {
  loading: Loading;
  doing: string;
  failed: string;
  isAtEnd?: boolean;
  onRetry?: () => void;
  onGiveUp?: () => void;
}

function PagingNotice({ loading, doing, failed, isAtEnd, onRetry, onGiveUp }: PagingNoticeProps) {
  const { t } = useTranslation('messenger');
  if (loading === 'idle') return null;
  return (
    <div className={styles.notice} data-end={isAtEnd || undefined}>
      {loading === 'loading' ? (
        <p role="status" className={styles.text}>
          <Spinner size={13} /> {doing}
        </p>
      ) : (
        <p className={styles.text}>
          {failed}
          <Button variant="subtle" size="compact-sm" onClick={onRetry ?? onGiveUp}>
            {onRetry ? t('retry') : t('messageList.jumpDismiss')}
          </Button>
        </p>
      )}
    </div>
  );
}
