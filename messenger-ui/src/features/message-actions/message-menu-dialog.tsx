import { UnstyledButton } from '@mantine/core';
import { Copy, Flag, MailOpen, Pencil, Reply, SmilePlus, Trash2 } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import { toast, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { EmojiPicker } from '../../components/emoji/emoji-picker';
import { Menu, MenuItem } from '../../components/menu';
import type { ChatMessage } from '../../model/message';
import { hasReaction } from '../../model/message-changes';
import { isDeletable, isEditable, isWritten } from '../../model/permissions';
import { plainText } from '../../model/plain-text';
import { CloseOnBack } from '../../shell/close-on-back';
import { useMessageActionsContext } from './message-actions-context';
import styles from './message-menu-dialog.module.css';
import { PinItem } from './pin-item';
import { QUICK_EMOJI } from './quick-emoji';
import { SaveItem } from './save-item';

interface MessageMenuDialogProps {
  message: ChatMessage;
  anchor: HTMLElement;
  onClose: () => void;
}

/** Menu of all actions on a message; a bottom sheet on a phone. */
export default function MessageMenuDialog({ message, anchor, onClose }: MessageMenuDialogProps) {
  const { t } = useTranslation('messenger');
  const [isEmojiPickerOpen, setIsEmojiPickerOpen] = useState(false);
  // The long press that opened the menu ends over one of its items, which must not activate it.
  const hasPointerDown = useRef(false);
  const handleClick = (event: MouseEvent) => {
    const isByPointer = event.detail > 0;
    if (isByPointer && !hasPointerDown.current) event.stopPropagation();
  };
  const actions = useMessageActionsContext();
  const { selfId } = actions;
  const isDeleted = message.deletedOn !== null;
  const canReact = actions.canReact && !isDeleted;
  const canReply = actions.canReply && !isDeleted;

  const run = (action: () => void) => () => {
    onClose();
    action();
  };
  const react = (emoji: string) =>
    run(() => actions.react(message, emoji, !hasReaction(message.reactions, emoji, selfId)))();
  const copy = async () => {
    onClose();
    try {
      await navigator.clipboard.writeText(plainText(message.text));
      await toast(t('messageActions.copied'));
    } catch {
      await toast(t('messageActions.copyFailed'), 'danger');
    }
  };
  if (isEmojiPickerOpen) {
    return (
      // A separate dialog, because its position depends on its size.
      <ModalDialog
        key="emoji"
        label={t('emoji.title')}
        placement="anchored"
        anchor={anchor}
        onClose={onClose}
      >
        <CloseOnBack onClose={onClose} />
        <EmojiPicker onSelect={react} />
      </ModalDialog>
    );
  }
  return (
    <ModalDialog
      key="menu"
      label={t('messageActions.title')}
      placement="anchored"
      anchor={anchor}
      onClose={onClose}
    >
      <CloseOnBack onClose={onClose} />
      <Menu
        onPointerDownCapture={() => {
          hasPointerDown.current = true;
        }}
        onClickCapture={handleClick}
      >
        {canReact && (
          <div className={styles.quickReactions}>
            {QUICK_EMOJI.map((emoji) => (
              <UnstyledButton
                key={emoji}
                className={styles.emoji}
                aria-pressed={hasReaction(message.reactions, emoji, selfId)}
                aria-label={t('messageActions.reactWith', { emoji })}
                onClick={() => react(emoji)}
              >
                {emoji}
              </UnstyledButton>
            ))}
            <UnstyledButton
              className={styles.emoji}
              aria-label={t('messageActions.moreEmoji')}
              onClick={() => setIsEmojiPickerOpen(true)}
            >
              <SmilePlus aria-hidden size={19} />
            </UnstyledButton>
          </div>
        )}
        {canReply && (
          <MenuItem
            icon={<Reply aria-hidden size={17} className={styles.mirrored} />}
            onClick={run(() => actions.reply(message))}
          >
            {t('messageActions.reply')}
          </MenuItem>
        )}
        {canReply && isEditable(message, selfId, Date.now()) && (
          <MenuItem icon={<Pencil aria-hidden size={17} />} onClick={run(() => actions.edit(message))}>
            {t('messageActions.edit')}
          </MenuItem>
        )}
        {canReply && isDeletable(message, selfId, Date.now()) && (
          <MenuItem icon={<Trash2 aria-hidden size={17} />} onClick={run(() => actions.remove(message))}>
            {t('messageActions.delete')}
          </MenuItem>
        )}
        {isWritten(message) && (
          <MenuItem icon={<Copy aria-hidden size={17} />} onClick={() => void copy()}>
            {t('messageActions.copy')}
          </MenuItem>
        )}
        {actions.canPin && !isDeleted && <PinItem message={message} onClose={onClose} />}
        {!isDeleted && <SaveItem message={message} onClose={onClose} />}
        {message.userId !== selfId && !isDeleted && (
          <MenuItem
            icon={<MailOpen aria-hidden size={17} />}
            onClick={run(() => actions.markUnread(message))}
          >
            {t('markUnread.action')}
          </MenuItem>
        )}
        {message.userId !== selfId && (
          <MenuItem icon={<Flag aria-hidden size={17} />} onClick={run(() => actions.report(message))}>
            {t('messageActions.report')}
          </MenuItem>
        )}
      </Menu>
    </ModalDialog>
  );
}
