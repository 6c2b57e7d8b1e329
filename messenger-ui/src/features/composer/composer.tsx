import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { IconButton, useTranslation } from 'ui-kit';
import { type Channel, canAttach } from '../../model/channels';
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
import { named } from '../../model/files';
import type { PendingAttachment } from '../../model/outbox';
import { GIF } from '../../model/uploads';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import { AttachButton } from '../attachments/attach-button';
import { ChosenFile } from '../attachments/chosen-file';
import { useRoleName } from '../conversation/use-role-name';
import { GifButton } from '../gifs/gif-button';
import styles from './composer.module.css';
import { EmojiButton } from './emoji-button';
import { MentionHighlights } from './mention-highlights';
import { MentionPicker, type Suggestion } from './mention-picker';
import { ModeBar } from './mode-bar';

interface ComposerProps {
  channel: Channel;
  /** Each new number asks for the focus. */
  focusRequests: number;
  onSend: (markup: string, attachment: PendingAttachment | null) => void;
  /** The text of a message that is edited is ready. */
  onEdit: (msgId: string, markup: string) => void;
  /** Arrow up in the empty field: the last own message is meant. */
  onEditLast: () => void;
}

const COUNTER_FROM = MAX_LENGTH - 500;
/** More are found by typing on. */
const MOST_SUGGESTIONS = 50;

export function Composer({ channel, focusRequests, onSend, onEdit, onEditLast }: ComposerProps) {
  const { t } = useTranslation('messenger');
  const { hub, self } = useChat();
  const { channelId } = channel;
  const roleName = useRoleName();
  const toAssistant = channel.kind === 'assistant';
  const mode = useStore(hub.modes, (modes) => modes.get(channelId));
  const draft = useStore(hub.drafts, (drafts) => drafts.get(channelId) ?? EMPTY_COMPOSITION);
  const composition = mode?.kind === 'edit' ? mode.composition : draft;
  const put = (next: Composition) =>
    mode?.kind === 'edit' ? hub.modes.write(channelId, next) : hub.drafts.put(channelId, next);
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  /** Where the caret belongs, and the focus with it, after something else than typing changed the text. */
  const nextCaret = useRef<number | null>(null);
  /** A person, not a place: the list may change under one's hands. */
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const [dismissedAt, setDismissedAt] = useState<number | null>(null);
  const pickerId = useId();
  const counterId = useId();

  const people = useMemo(
    () =>
      channel.channelMembers
        // A program is not called upon by its name.
        .filter((member) => member.isActive && member.userId !== self.id && !toAssistant)
        .map((member) => ({
          userId: member.userId,
          name: member.userFullName,
          picture: member.displayPicture,
          role: roleName(member.role),
        })),
    [channel, self.id, roleName, toAssistant],
  );
  const query = mentionQuery(composition, caret);
  const isPicking = query !== null && query.start !== dismissedAt;
  const suggestions = isPicking ? suggest(people, query.query).slice(0, MOST_SUGGESTIONS) : [];
  const active = suggestions.find((person) => person.userId === highlighted) ?? suggestions[0];

  const length = lengthOf(composition);
  const isTooLong = length > MAX_LENGTH;
  const isRefused = channel.blackout.active && channel.blackout.refusesSending;
  const file = useStore(hub.uploads, ({ byId, chosen }) => byId.get(chosen.get(channelId) ?? ''));
  const hasContent = length > 0 || file !== undefined;
  const canSend = hasContent && file?.status !== 'refused' && !isTooLong && !isRefused;

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
    const taken = hub.uploads.take(channelId);
    const attachment = taken && {
      // What the search for GIFs gave is never uploaded, so it is never uploaded again.
      uploadId: taken.type === GIF ? null : taken.id,
      name: taken.name,
      type: taken.type,
      url: taken.uploaded?.url ?? null,
    };
    onSend(toMarkup(composition), attachment ?? null);
    put(EMPTY_COMPOSITION);
    field.current?.focus();
  };

  const pick = (person: Suggestion) => {
    if (!query) return;
    const inserted = insertMention(composition, query, person);
    put(inserted.composition);
    setCaret(inserted.caret);
    nextCaret.current = inserted.caret;
  };

  const insert = (text: string) => {
    // A field keeps its selection while the focus is elsewhere.
    const { selectionStart: start, selectionEnd: end } = field.current ?? {
      selectionStart: 0,
      selectionEnd: 0,
    };
    const inserted = insertText(composition, { start, end }, text);
    put(inserted.composition);
    setCaret(inserted.caret);
    nextCaret.current = inserted.caret;
  };

  const attach = (files: readonly File[]) => {
    const now = new Date();
    hub.uploads.choose(
      channelId,
      files.map((one) => named(one, now)),
    );
    field.current?.focus();
  };

  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter and the arrows belong to the input method while it composes (229 is what Safari says then).
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (active && event.key in PICKER_KEYS && !event.shiftKey) {
      event.preventDefault();
      const action = PICKER_KEYS[event.key];
      if (action === 'pick') pick(active);
      else if (action === 'dismiss') {
        // Only the suggestions close, not the window around them.
        event.stopPropagation();
        setDismissedAt(query?.start ?? null);
      } else {
        const step = action === 'next' ? 1 : suggestions.length - 1;
        const next = suggestions[(suggestions.indexOf(active) + step) % suggestions.length];
        setHighlighted(next?.userId ?? null);
      }
    } else if (event.key === 'Escape' && mode) {
      // Only what was begun ends, not the window around it.
      event.stopPropagation();
      hub.modes.end(channelId);
    } else if (event.key === 'ArrowUp' && !event.altKey && !mode && composition.text === '') {
      event.preventDefault();
      onEditLast();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  };

  const changed = (target: HTMLTextAreaElement) => {
    put(edit(composition, target.value, target.selectionStart));
    setCaret(target.selectionStart);
    setHighlighted(null);
    if (!target.value.includes('@')) setDismissedAt(null);
    if (target.value !== '' && !toAssistant) hub.typingSignal.keystroke(channelId);
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
        <MentionPicker id={pickerId} people={suggestions} active={active} onPick={pick} />
      )}
      {mode && (
        <ModeBar
          channel={channel}
          mode={mode}
          selfId={self.id}
          onCancel={() => {
            hub.modes.end(channelId);
            field.current?.focus();
          }}
        />
      )}
      {mode?.kind !== 'edit' && (
        <ChosenFile
          channelId={channelId}
          isAlone={length === 0}
          onFiles={attach}
          onRemoved={() => field.current?.focus()}
        />
      )}
      <div className={styles.field} data-invalid={isTooLong || undefined}>
        {!toAssistant && (
          <AttachButton disabled={!canAttach(channel) || mode?.kind === 'edit'} onFiles={attach} />
        )}
        <div className={styles.scroll}>
          <MentionHighlights composition={composition} className={styles.mirror} />
          <textarea
            ref={field}
            className={styles.text}
            rows={1}
            // Empty, `auto` would mean left to right whatever the language of the page.
            dir={composition.text === '' ? undefined : 'auto'}
            value={composition.text}
            disabled={isRefused}
            placeholder={toAssistant ? t('assistant.placeholder') : t('composer.placeholder')}
            aria-label={t('composer.label', { name: channel.channelName })}
            aria-autocomplete="list"
            aria-controls={suggestions.length > 0 ? pickerId : undefined}
            aria-activedescendant={active ? `${pickerId}-${active.userId}` : undefined}
            aria-invalid={isTooLong}
            aria-describedby={length > COUNTER_FROM ? counterId : undefined}
            onChange={(event) => changed(event.target)}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
            onKeyDown={pressed}
            onPaste={(event) => {
              const { files, types } = event.clipboardData;
              // A table copied from a spreadsheet is text with a picture of it: the text is meant.
              if (files.length === 0 || types.includes('text/plain') || !canAttach(channel)) return;
              event.preventDefault();
              attach([...files]);
            }}
          />
        </div>
        {channel.gifs && !toAssistant && (
          <GifButton
            disabled={isRefused}
            onSelect={(gif) => {
              hub.uploads.chooseGif(channelId, gif);
              field.current?.focus();
            }}
          />
        )}
        {!toAssistant && <EmojiButton disabled={isRefused} onInsert={insert} />}
        <IconButton
          className={styles.send}
          label={t('composer.send')}
          type="submit"
          disabled={!canSend}
          data-idle={!hasContent || undefined}
          // A tap must not take the focus, or the keyboard of a phone closes after each message.
          onPointerDown={(event) => event.preventDefault()}
        >
          <SendHorizontal aria-hidden size={18} className={styles.flips} />
        </IconButton>
      </div>
      {length > COUNTER_FROM && (
        <p id={counterId} className={styles.counter} data-invalid={isTooLong || undefined}>
          {isTooLong
            ? t('composer.tooLong', { count: length - MAX_LENGTH })
            : t('composer.left', { count: MAX_LENGTH - length })}
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
