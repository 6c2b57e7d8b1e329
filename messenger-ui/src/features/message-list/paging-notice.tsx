import { Button } from '@mantine/core';
import { Spinner, useTranslation } from 'ui-kit';
import type { Conversation, ConversationState } from '../../model/conversation';
import type { Loading } from '../../model/timeline';
import styles from './paging-notice.module.css';

interface PagingNoticesProps {
  state: ConversationState;
  conversation: Conversation;
}

/** How it goes with messages that are not there yet. It floats over the list, so that it moves nothing. */
export function PagingNotices({ state: { older, newer, jump }, conversation }: PagingNoticesProps) {
  const { t } = useTranslation('messenger');
  return (
    <>
      {jump !== 'idle' ? (
        <PagingNotice
          loading={jump}
          doing={t('list.jumping')}
          failed={t('list.jumpFailed')}
          onGiveUp={() => conversation.cancelJump()}
        />
      ) : (
        <PagingNotice
          loading={older}
          doing={t('list.loadingOlder')}
          failed={t('list.olderFailed')}
          onRetry={() => conversation.loadOlder()}
        />
      )}
      <PagingNotice
        isAtEnd
        loading={newer}
        doing={t('list.loadingNewer')}
        failed={t('list.newerFailed')}
        onRetry={() => conversation.loadNewer()}
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
            {onRetry ? t('retry') : t('list.jumpDismiss')}
          </Button>
        </p>
      )}
    </div>
  );
}
