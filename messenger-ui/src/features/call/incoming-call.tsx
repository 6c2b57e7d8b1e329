import { Button } from '@mantine/core';
import { Phone, PhoneOff } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Avatar, announce, useTranslation } from 'ui-kit';
import type { RingingCall } from '../../model/call/ringing';
import { memberOf } from '../../model/channels';
import { useChannelList, useChat } from '../../shell/chat-context';
import { sections } from '../../shell/sections';
import styles from './incoming-call.module.css';

/**
 * Dialog of an incoming call, above everything. Takes the focus unless a text field has it: typed text must neither be
 * lost nor answer the call.
 */
export default function IncomingCall({ call }: { call: RingingCall }) {
  const { t } = useTranslation('messenger');
  const { callManager } = useChat();
  const { channels } = useChannelList();
  const dialog = useRef<HTMLDivElement>(null);
  const [title, text] = [useId(), useId()];
  const channel = channels?.find(({ channelId }) => channelId === call.channelId);
  const picture = channel && memberOf(channel, call.fromUserId)?.displayPicture;
  const name = call.fromName;
  const where = channel?.isGroup ? channel.channelName : null;

  useEffect(() => {
    announce(t('call.incoming.title', { name }));
    const before = document.activeElement;
    const isTyping =
      before instanceof HTMLElement && before.matches('input, textarea, select, [contenteditable="true"]');
    if (isTyping || document.querySelector('dialog[open]')) return;
    const element = dialog.current;
    element?.focus({ preventScroll: true });
    return () => {
      if (element?.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
    };
  }, [t, name]);

  const accept = () => {
    sections.show('video');
    callManager.accept();
  };
  return (
    <div
      ref={dialog}
      className={styles.call}
      role="alertdialog"
      aria-labelledby={title}
      aria-describedby={text}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') callManager.ringing.decline();
      }}
    >
      <span className={styles.picture}>
        <Avatar id={call.fromUserId} name={name} picture={picture} size={52} />
      </span>
      <div className={styles.texts}>
        {/* No `dir=auto`: the sentence follows the page, not the script of the name. */}
        <p id={title} className={styles.title}>
          {t('call.incoming.title', { name })}
        </p>
        <p id={text} className={styles.text} dir="auto">
          {where ?? t('call.incoming.body')}
        </p>
      </div>
      <div className={styles.answers}>
        <Button
          className={styles.decline}
          leftSection={<PhoneOff aria-hidden size={17} />}
          onClick={() => callManager.ringing.decline()}
        >
          {t('call.incoming.decline')}
        </Button>
        <Button leftSection={<Phone aria-hidden size={17} />} onClick={accept}>
          {t('call.incoming.accept')}
        </Button>
      </div>
    </div>
  );
}
