import { Button, UnstyledButton } from '@mantine/core';
import { type LucideIcon, X } from 'lucide-react';
import { EmptyState, ErrorState, formatListTime, IconButton, LoadingState, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { useAuthorName } from '../hooks/use-author-name';
import { useFileSummary, useMessageSummary } from '../hooks/use-message-summary';
import { useChannelList } from '../shell/chat-context';
import { CloseOnBack } from '../shell/close-on-back';
import styles from './message-entries-dialog.module.css';

/** A message in a list of chosen messages. */
export interface MessageEntry {
  msgId: string;
  channelId: string;
  userId: string;
  userFullName: string;
  text: string;
  isPrivate: boolean;
  attachmentName: string | null;
  createdOn: string;
}

interface MessageEntriesDialogProps<Entry extends MessageEntry> {
  title: string;
  loadingLabel: string;
  empty: { icon: LucideIcon; title: string; hint: string };
  /** Undefined until they are loaded. */
  entries: readonly Entry[] | undefined;
  error: Error | null;
  onRetry: () => void;
  /** Loads further entries; undefined at the end. */
  onMore?: (() => void) | undefined;
  isLoadingMore?: boolean;
  /** Names the channel of each message. */
  hasChannels?: boolean;
  onOpen: (entry: Entry) => void;
  /** How to take a message out of the list, if the person may. */
  removal: { label: string; icon: LucideIcon; onRemove: (entry: Entry) => void } | null;
  onClose: () => void;
}

/** Dialog with chosen messages; a choice opens the message in its channel. */
export function MessageEntriesDialog<Entry extends MessageEntry>({
  title,
  loadingLabel,
  empty,
  entries,
  error,
  onRetry,
  onMore,
  isLoadingMore = false,
  hasChannels = false,
  onOpen,
  removal,
  onClose,
}: MessageEntriesDialogProps<Entry>) {
  const { t } = useTranslation('messenger');
  return (
    <ModalDialog label={title} placement="center" isTall onClose={onClose}>
      <CloseOnBack onClose={onClose} />
      <header className={styles.header}>
        <h2 className={styles.title}>{title}</h2>
        <IconButton label={t('messageEntries.close')} onClick={onClose}>
          <X aria-hidden size={18} />
        </IconButton>
      </header>
      <div className={styles.body}>
        {entries === undefined && error === null && <LoadingState label={loadingLabel} />}
        {entries?.length === 0 && error === null && (
          <EmptyState icon={empty.icon} title={empty.title}>
            {empty.hint}
          </EmptyState>
        )}
        {entries !== undefined && entries.length > 0 && (
          <ul className={styles.list} aria-label={title}>
            {entries.map((entry) => (
              <li key={entry.msgId} className={styles.row}>
                <UnstyledButton
                  className={styles.message}
                  onClick={() => {
                    onClose();
                    onOpen(entry);
                  }}
                >
                  <EntryText entry={entry} hasChannel={hasChannels} />
                </UnstyledButton>
                {removal && (
                  <IconButton label={removal.label} onClick={() => removal.onRemove(entry)}>
                    <removal.icon aria-hidden size={17} />
                  </IconButton>
                )}
              </li>
            ))}
          </ul>
        )}
        {error !== null && <ErrorState error={error} onRetry={onRetry} />}
        {onMore && error === null && (
          <Button variant="subtle" size="compact-sm" loading={isLoadingMore} onClick={onMore}>
            {t('messageEntries.more')}
          </Button>
        )}
      </div>
    </ModalDialog>
  );
}

function EntryText({ entry, hasChannel }: { entry: MessageEntry; hasChannel: boolean }) {
  const { t, i18n } = useTranslation('messenger');
  const { channels } = useChannelList();
  const authorName = useAuthorName();
  const summary = useMessageSummary();
  const fileSummary = useFileSummary();
  const { channelId, userId, userFullName, text, isPrivate, attachmentName, createdOn } = entry;
  const channel = hasChannel && channels?.find((candidate) => candidate.channelId === channelId);
  const author = authorName({ channelId, userId, name: userFullName });
  return (
    <>
      <span className={styles.line}>
        <span className={styles.name} dir="auto">
          {channel && channel.channelName !== author ? `${author} · ${channel.channelName}` : author}
        </span>
        <time className={styles.time} dateTime={createdOn}>
          {formatListTime(createdOn, i18n.language)}
        </time>
      </span>
      <span className={styles.text} dir="auto">
        {isPrivate ? t('channelList.assistantAnswered') : summary(text) || fileSummary(attachmentName)}
      </span>
    </>
  );
}
