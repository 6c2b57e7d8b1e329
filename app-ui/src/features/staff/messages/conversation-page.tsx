import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { EmptyState, useTranslation } from 'ui-kit';
import { RecordPage } from '../components/record-page';
import { Notes } from '../notes/notes';
import { AnswerForm } from './answer-form';
import { conversationQuery } from './conversation';
import { ConversationHead } from './conversation-head';
import styles from './conversation-page.module.css';
import { Thread } from './thread';

/** The conversation of one person with the team: what was written, an answer, who takes care of it, and notes. */
export function Component() {
  const { t } = useTranslation('staff');
  const { personId = '' } = useParams();
  const missing = <EmptyState title={t('messages.missing')}>{t('messages.missingText')}</EmptyState>;
  const query = useInfiniteQuery(conversationQuery(personId));
  return (
    <RecordPage query={query} list="/staff/messages" back={t('messages.back')} isWide missing={missing}>
      {({ pages }) => {
        const [newest] = pages;
        if (newest === undefined) return null;
        const messages = pages.toReversed().flatMap((page) => page.messages);
        return (
          <div className={styles.columns}>
            <ConversationHead conversation={newest} />
            <div className={styles.main}>
              <Thread
                key={personId}
                conversation={newest}
                messages={messages}
                isLoadingOlder={query.isFetchingNextPage}
                onOlder={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
              />
              <AnswerForm key={`answer-${personId}`} conversation={newest} />
            </div>
            <aside className={styles.notes}>
              <Notes person={personId} />
            </aside>
          </div>
        );
      }}
    </RecordPage>
  );
}
