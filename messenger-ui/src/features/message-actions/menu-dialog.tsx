import { UnstyledButton } from '@mantine/core';
import { Copy, Flag, Pencil, Reply, SmilePlus } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import { toast, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { has } from '../../model/changes';
import { plainText } from '../../model/markup';
import type { ChatMessage } from '../../model/message';
import { canEdit, canReact, isWritten } from '../../model/permissions';
import { BackCloses } from '../../shell/back-closes';
import { EmojiPicker } from '../emoji';
import { Menu, MenuItem } from '../menu/menu';
import styles from './menu-dialog.module.css';
import { QUICK_EMOJI } from './quick-emoji';
import type { MessageTools } from './tools';

interface MenuDialogProps {
  message: ChatMessage;
  tools: MessageTools;
  anchor: HTMLElement;
  onClose: () => void;
}

/** Everything that can be done with a message; on a phone a sheet from below. */
export default function MenuDialog({ message, tools, anchor, onClose }: MenuDialogProps) {
  const { t } = useTranslation('messenger');
  const [isChoosing, setIsChoosing] = useState(false);
  // The finger whose long press opened the menu lifts off over one of its items: that is no choice.
  const wentDownHere = useRef(false);
  const clicked = (event: MouseEvent) => {
    const isByPointer = event.detail > 0;
    if (isByPointer && !wentDownHere.current) event.stopPropagation();
  };
  const { channel, selfId } = tools;

  const run = (action: () => void) => () => {
    onClose();
    action();
  };
  const react = (emoji: string) =>
    run(() => tools.react(message, emoji, !has(message.reactions, emoji, selfId)))();
  const copy = async () => {
    onClose();
    try {
      await navigator.clipboard.writeText(plainText(message.text));
      await toast(t('actions.copied'));
    } catch {
      await toast(t('actions.notCopied'), 'danger');
    }
  };
  if (isChoosing) {
    return (
      // A dialog of its own: it is placed anew for its size.
      <ModalDialog
        key="emoji"
        label={t('emoji.title')}
        placement="anchored"
        anchor={anchor}
        onClose={onClose}
      >
        <BackCloses onClose={onClose} />
        <EmojiPicker onSelect={react} />
      </ModalDialog>
    );
  }
  return (
    <ModalDialog key="menu" label={t('actions.title')} placement="anchored" anchor={anchor} onClose={onClose}>
      <BackCloses onClose={onClose} />
      <Menu
        onPointerDownCapture={() => {
          wentDownHere.current = true;
        }}
        onClickCapture={clicked}
      >
        {canReact(channel) && (
          <div className={styles.quick}>
            {QUICK_EMOJI.map((emoji) => (
              <UnstyledButton
                key={emoji}
                className={styles.emoji}
                aria-pressed={has(message.reactions, emoji, selfId)}
                aria-label={t('actions.reactWith', { emoji })}
                onClick={() => react(emoji)}
              >
                {emoji}
              </UnstyledButton>
            ))}
            <UnstyledButton
              className={styles.emoji}
              aria-label={t('actions.moreEmoji')}
              onClick={() => setIsChoosing(true)}
            >
              <SmilePlus aria-hidden size={19} />
            </UnstyledButton>
          </div>
        )}
        {canReact(channel) && (
          <MenuItem
            icon={<Reply aria-hidden size={17} className={styles.flips} />}
            onClick={run(() => tools.reply(message))}
          >
            {t('actions.reply')}
          </MenuItem>
        )}
        {canEdit(channel, message, selfId, Date.now()) && (
          <MenuItem icon={<Pencil aria-hidden size={17} />} onClick={run(() => tools.edit(message))}>
            {t('actions.edit')}
          </MenuItem>
        )}
        {isWritten(message) && (
          <MenuItem icon={<Copy aria-hidden size={17} />} onClick={() => void copy()}>
            {t('actions.copy')}
          </MenuItem>
        )}
        {message.userId !== selfId && (
          <MenuItem icon={<Flag aria-hidden size={17} />} onClick={run(() => tools.report(message))}>
            {t('actions.report')}
          </MenuItem>
        )}
      </Menu>
    </ModalDialog>
  );
}
