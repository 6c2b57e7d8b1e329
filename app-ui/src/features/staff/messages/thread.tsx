import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { formatDateTime, useTranslation } from 'ui-kit';
import { type ConversationPage, markRead, type TeamMessage } from './conversation';
import styles from './thread.module.css';

/** So near to the end a reader is at it. */
const END_PX = 40;

interface ThreadProps {
  /** Its newest page. */
  conversation: ConversationPage;
  /** Of all pages that are loaded, oldest first. */
  messages: readonly TeamMessage[];
  /** Loads the page before; undefined at the beginning. */
  onOlder: (() => void) | undefined;
  isLoadingOlder: boolean;
}

/** The messages, the newest at the end, where the page begins. */
export function Thread({ conversation, messages, onOlder, isLoadingOlder }: ThreadProps) {
  const { t } = useTranslation('staff');
  const { person, head, readUpto, readAt } = conversation;
  const box = useRef<HTMLDivElement>(null);
  useKeptPlace(box, messages);
  useMarkedRead(person.id, head);
  const lastOfTeam = messages.findLast(({ isOfStaff, isDeleted }) => isOfStaff && !isDeleted);
  const isRead = lastOfTeam !== undefined && readUpto >= lastOfTeam.seq;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll.
    <div className={styles.box} ref={box} role="log" aria-label={t('messages.thread')} tabIndex={0}>
      {onOlder && (
        <Button className={styles.older} variant="subtle" loading={isLoadingOlder} onClick={onOlder}>
          {t('messages.older')}
        </Button>
      )}
      {messages.length === 0 && <p className={styles.none}>{t('messages.empty', { name: person.name })}</p>}
      <ol className={styles.list}>
        {messages.map((message) => (
          <Message
            key={message.seq}
            message={message}
            name={person.name}
            readAt={isRead && message === lastOfTeam ? readAt : null}
          />
        ))}
      </ol>
    </div>
  );
}

interface MessageProps {
  message: TeamMessage;
  /** Of the person. */
  name: string;
  /** When the person read it; null unless it is the last answer. */
  readAt: string | null;
}

function Message({ message, name, readAt }: MessageProps) {
  const { t, i18n } = useTranslation('staff');
  const { text, file, isOfStaff, author, createdAt, isEdited, isDeleted, quote, reactions } = message;
  return (
    <li className={styles.message} data-own={isOfStaff || undefined}>
      <p className={styles.meta}>
        <bdi>{isOfStaff ? (author?.name ?? t('messages.team')) : name}</bdi>
        {' · '}
        <time dateTime={createdAt}>{formatDateTime(createdAt, i18n.language)}</time>
        {isEdited && !isDeleted && ` · ${t('messages.edited')}`}
      </p>
      {quote !== null && (
        <p className={styles.quote} dir="auto">
          {quote}
        </p>
      )}
      {isDeleted ? (
        <p className={styles.none}>{t('messages.deleted')}</p>
      ) : (
        text !== '' && (
          <p className={styles.text} dir="auto">
            {text}
          </p>
        )
      )}
      {file !== null && !isDeleted && (
        <a className={styles.file} href={file.url} target="_blank" rel="noreferrer">
          {file.thumbnailUrl === null ? (
            <Paperclip aria-hidden size={16} />
          ) : (
            <img className={styles.thumbnail} src={file.thumbnailUrl} alt="" />
          )}
          <bdi>{file.name}</bdi>
        </a>
      )}
      {reactions.length > 0 && (
        <p className={styles.reactions}>{t('messages.reactions', { emoji: reactions.join(' '), name })}</p>
      )}
      {readAt !== null && (
        <p className={styles.read}>{t('messages.read', { time: formatDateTime(readAt, i18n.language) })}</p>
      )}
    </li>
  );
}

/** Keeps the end in sight for those who are there, and what others read where it is when older messages come. */
function useKeptPlace(box: RefObject<HTMLElement | null>, messages: readonly TeamMessage[]): void {
  const [first, last] = [messages[0]?.seq, messages.at(-1)?.seq];
  const before = useRef({ first, last, fromEnd: 0, isAtEnd: true });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { isAtEnd, fromEnd } = before.current;
    const hasOlder = before.current.first !== first && before.current.last === last;
    if (isAtEnd) element.scrollTop = element.scrollHeight;
    else if (hasOlder) element.scrollTop = element.scrollHeight - fromEnd;
    const note = () => {
      const distance = element.scrollHeight - element.scrollTop;
      before.current = { first, last, fromEnd: distance, isAtEnd: distance - element.clientHeight < END_PX };
    };
    note();
    element.addEventListener('scroll', note, { passive: true });
    return () => element.removeEventListener('scroll', note);
  }, [box, first, last]);
}

/** Tells the person once that their messages are read, while the page is visible. */
function useMarkedRead(person: string, head: number): void {
  const marked = useRef(0);
  const { mutate } = useMutation({ mutationFn: (seen: number) => markRead(person, seen), retry: 1 });
  useEffect(() => {
    const mark = () => {
      if (document.visibilityState !== 'visible' || marked.current >= head) return;
      marked.current = head;
      mutate(head);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [head, mutate]);
}
