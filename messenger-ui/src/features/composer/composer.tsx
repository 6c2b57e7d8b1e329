import { SendHorizontal } from 'lucide-react';
import {
  type KeyboardEvent,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { IconButton, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { useRoleName } from '../../hooks/use-role-name';
import { type Channel, canAttach, isWithBot } from '../../model/channels';
import {
  type Composition,
  EMPTY_COMPOSITION,
  edit,
  insertMention,
  insertText,
  lengthOf,
  MAX_LENGTH,
  mentionQuery,
  suggest,
  toMarkup,
} from '../../model/compose';
import { nameUnnamedImage } from '../../model/files';
import { formatRanges } from '../../model/formatting';
import type { PendingAttachment } from '../../model/pending-message';
import { chosenUploads } from '../../model/uploads';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import { AttachButton } from '../attachments/attach-button';
import { SelectedFiles } from '../attachments/selected-files';
import { GifButton } from '../gifs/gif-button';
import styles from './composer.module.css';
import { ComposerHighlights } from './composer-highlights';
import { EmojiButton } from './emoji-button';
import { continuedList, FORMAT_KEYS, wrapped } from './format-keys';
import { MentionPicker, type Suggestion } from './mention-picker';
import { ModeBar } from './mode-bar';
import { useWaitingMessage } from './use-waiting-message';

interface ComposerProps {
  channel: Channel;
  /** Incremented to request the focus. */
  focusRequests: number;
  onSend: (markup: string, attachments: readonly PendingAttachment[]) => void;
  /** Submits the new text of an edited message. */
  onEdit: (msgId: string, markup: string, isConfirmed?: boolean) => void;
  /** What becomes of a message that needs a confirmation. */
  waiting: WaitingActions;
  /** Arrow up in the empty field: edits the last own message. */
  onEditLast: () => void;
}

/** What can become of a message about which the person was asked. */
export interface WaitingActions {
  confirm: (tempId: string) => void;
  rewrite: (tempId: string, markup: string) => void;
  discard: (tempId: string) => void;
}

/** Needed only after an answer of the server. */
const ConfirmCard = lazyPart(() => import('./confirm-card'), 'retry');

const COUNTER_THRESHOLD = MAX_LENGTH - 500;
const MAX_SUGGESTIONS = 50;

export function Composer({ channel, focusRequests, onSend, onEdit, waiting, onEditLast }: ComposerProps) {
  const { t } = useTranslation('messenger');
  const { hub, self } = useChat();
  const { channelId } = channel;
  const roleName = useRoleName();
  const isAssistant = channel.kind === 'assistant';
  const mode = useStore(hub.composerModes, (composerModes) => composerModes.get(channelId));
  const draft = useStore(hub.drafts, (drafts) => drafts.get(channelId) ?? EMPTY_COMPOSITION);
  useWaitingMessage(channelId);
  /** The text of a message that exists already, sent or not: its files are chosen. */
  const ownText = mode?.kind === 'edit' || mode?.kind === 'confirm' ? mode : undefined;
  const asked = mode?.kind === 'confirm' ? mode : undefined;
  const composition = ownText?.composition ?? draft;
  const saveComposition = (next: Composition) =>
    ownText ? hub.composerModes.write(channelId, next) : hub.drafts.save(channelId, next);
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  /** Caret position to restore, with the focus, after a change of the text from code. */
  const nextCaret = useRef<number | null>(null);
  /** A user id, not an index: the list may change while it is open. */
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const [dismissedAt, setDismissedAt] = useState<number | null>(null);
  const pickerId = useId();
  const counterId = useId();
  const cardId = useId();

  const people = useMemo(
    () =>
      channel.channelMembers
        // A bot cannot be mentioned.
        .filter((member) => member.isActive && member.userId !== self.id && !isWithBot(channel))
        .map((member) => ({
          userId: member.userId,
          name: member.userFullName,
          picture: member.displayPicture,
          role: roleName(member.role),
        })),
    [channel, self.id, roleName],
  );
  const query = mentionQuery(composition, caret);
  const isMentioning = query !== null && query.start !== dismissedAt;
  const suggestions = isMentioning ? suggest(people, query.query).slice(0, MAX_SUGGESTIONS) : [];
  const active = suggestions.find((person) => person.userId === highlighted) ?? suggestions[0];

  const formats = useMemo(() => formatRanges(composition.text), [composition.text]);
  const length = lengthOf(composition);
  const isTooLong = length > MAX_LENGTH;
  const isDisabled = channel.blackout.active && channel.blackout.refusesSending;
  const fileCount = useStore(hub.uploads, ({ chosen }) => chosen.get(channelId)?.length ?? 0);
  const hasRefusedFile = useStore(hub.uploads, (uploads) =>
    chosenUploads(uploads, channelId).some(({ status }) => status === 'refused'),
  );
  const hasContent = length > 0 || (asked ? asked.hasFile : fileCount > 0);
  // As it was it is sent by its own button.
  const isUnchanged = asked !== undefined && toMarkup(composition) === asked.original;
  const canSend = hasContent && !isUnchanged && !hasRefusedFile && !isTooLong && !isDisabled;

  const isAsked = ownText !== undefined && ownText.kinds.length > 0;
  const descriptions = [...(isAsked ? [cardId] : []), ...(length > COUNTER_THRESHOLD ? [counterId] : [])];

  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });
  useEffect(() => {
    if (focusRequests > 0) field.current?.focus();
  }, [focusRequests]);

  const send = () => {
    if (!canSend) return;
    if (mode?.kind === 'edit') {
      if (mode.state === 'writing' && length > 0) onEdit(mode.msgId, toMarkup(composition));
      return;
    }
    if (asked) {
      waiting.rewrite(asked.tempId, toMarkup(composition));
      field.current?.focus();
      return;
    }
    onSend(toMarkup(composition), hub.outbox.takeChosenFiles(channelId));
    saveComposition(EMPTY_COMPOSITION);
    field.current?.focus();
  };

  const insertPerson = (person: Suggestion) => {
    if (!query) return;
    const inserted = insertMention(composition, query, person);
    saveComposition(inserted.composition);
    setCaret(inserted.caret);
    nextCaret.current = inserted.caret;
  };

  // The field keeps its selection without the focus.
  const selection = () => ({
    start: field.current?.selectionStart ?? 0,
    end: field.current?.selectionEnd ?? 0,
  });
  const insert = (text: string, range = selection()) => {
    const inserted = insertText(composition, range, text);
    saveComposition(inserted.composition);
    setCaret(inserted.caret);
    nextCaret.current = inserted.caret;
  };

  const attach = (files: readonly File[]) => {
    const now = new Date();
    hub.uploads.choose(
      channelId,
      files.map((one) => nameUnnamedImage(one, now)),
    );
    field.current?.focus();
  };

  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter and the arrows belong to the input method during composition (Safari reports 229).
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (active && event.key in PICKER_KEYS && !event.shiftKey) {
      event.preventDefault();
      const action = PICKER_KEYS[event.key];
      if (action === 'pick') insertPerson(active);
      else if (action === 'dismiss') {
        // Escape closes only the suggestions, not the widget.
        event.stopPropagation();
        setDismissedAt(query?.start ?? null);
      } else {
        const step = action === 'next' ? 1 : suggestions.length - 1;
        const next = suggestions[(suggestions.indexOf(active) + step) % suggestions.length];
        setHighlighted(next?.userId ?? null);
      }
    } else if (event.key === 'Escape' && mode) {
      // Escape ends only the reply or edit and does not close the widget. What waits for an answer stays.
      event.stopPropagation();
      if (!asked) hub.composerModes.end(channelId);
    } else if (event.key === 'ArrowUp' && !event.altKey && !mode && composition.text === '') {
      event.preventDefault();
      onEditLast();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'Enter') {
      const continued = continuedList(composition.text, selection());
      if (!continued) return;
      event.preventDefault();
      insert(continued.text, continued);
    } else if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key in FORMAT_KEYS) {
      const range = selection();
      event.preventDefault();
      if (range.start < range.end)
        insert(wrapped(composition.text, range, FORMAT_KEYS[event.key] ?? ''), range);
    }
  };

  const handleChange = (target: HTMLTextAreaElement) => {
    saveComposition(edit(composition, target.value, target.selectionStart));
    setCaret(target.selectionStart);
    setHighlighted(null);
    if (!target.value.includes('@')) setDismissedAt(null);
    if (target.value !== '' && !isAssistant) hub.typingSignal.keystroke(channelId);
  };

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {suggestions.length > 0 && (
        <MentionPicker id={pickerId} people={suggestions} active={active} onPick={insertPerson} />
      )}
      {mode && mode.kind !== 'confirm' && (
        <ModeBar
          channel={channel}
          mode={mode}
          selfId={self.id}
          onCancel={() => {
            hub.composerModes.end(channelId);
            field.current?.focus();
          }}
        />
      )}
      {ownText && isAsked && (
        <Suspense>
          <ConfirmCard
            id={cardId}
            kinds={ownText.kinds}
            isEdit={ownText.kind === 'edit'}
            onChange={() => field.current?.focus()}
            onSend={() => {
              if (ownText.kind === 'edit') onEdit(ownText.msgId, toMarkup(composition), true);
              else if (isUnchanged) waiting.confirm(ownText.tempId);
              // What the field shows now is another text, which is looked at anew.
              else send();
              field.current?.focus();
            }}
            onDiscard={
              asked &&
              (() => {
                waiting.discard(asked.tempId);
                field.current?.focus();
              })
            }
          />
        </Suspense>
      )}
      {!ownText && (
        <SelectedFiles
          channelId={channelId}
          isAlone={length === 0}
          onFiles={attach}
          onRemoved={() => field.current?.focus()}
        />
      )}
      <div className={styles.field} data-invalid={isTooLong || undefined}>
        {!isAssistant && (
          <AttachButton disabled={!canAttach(channel) || ownText !== undefined} onFiles={attach} />
        )}
        <div className={styles.scroll}>
          <ComposerHighlights composition={composition} formats={formats} className={styles.mirror} />
          <textarea
            ref={field}
            className={styles.text}
            data-formatted={formats.length > 0 || undefined}
            rows={1}
            // With `auto` an empty field is left-to-right in every language.
            dir={composition.text === '' ? undefined : 'auto'}
            value={composition.text}
            disabled={isDisabled}
            placeholder={isAssistant ? t('assistant.placeholder') : t('composer.placeholder')}
            aria-label={t('composer.label', { name: channel.channelName })}
            aria-autocomplete="list"
            aria-controls={suggestions.length > 0 ? pickerId : undefined}
            aria-activedescendant={active ? `${pickerId}-${active.userId}` : undefined}
            aria-invalid={isTooLong}
            aria-describedby={descriptions.length > 0 ? descriptions.join(' ') : undefined}
            onChange={(event) => handleChange(event.target)}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
            onKeyDown={handleKeyDown}
            onPaste={(event) => {
              const { files, types } = event.clipboardData;
              // A copied spreadsheet table contains text and an image of it: paste the text.
              if (files.length === 0 || types.includes('text/plain') || !canAttach(channel)) return;
              event.preventDefault();
              attach([...files]);
            }}
          />
        </div>
        {channel.gifs && !isAssistant && (
          <GifButton
            disabled={isDisabled}
            onSelect={(gif) => {
              hub.uploads.chooseGif(channelId, gif);
              field.current?.focus();
            }}
          />
        )}
        {!isAssistant && <EmojiButton disabled={isDisabled} onInsert={(emoji) => insert(emoji)} />}
        <IconButton
          className={styles.send}
          label={t('composer.send')}
          type="submit"
          disabled={!canSend}
          data-idle={!hasContent || undefined}
          // A tap must not take the focus, or a phone closes its keyboard after each message.
          onPointerDown={(event) => event.preventDefault()}
        >
          <SendHorizontal aria-hidden size={18} className={styles.flips} />
        </IconButton>
      </div>
      {length > COUNTER_THRESHOLD && (
        <p id={counterId} className={styles.counter} data-invalid={isTooLong || undefined}>
          {isTooLong
            ? t('composer.tooLong', { count: length - MAX_LENGTH })
            : t('composer.charactersLeft', { count: MAX_LENGTH - length })}
        </p>
      )}
    </form>
  );
}

const PICKER_KEYS: Record<string, 'next' | 'previous' | 'pick' | 'dismiss'> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Enter: 'pick',
  Tab: 'pick',
  Escape: 'dismiss',
};
