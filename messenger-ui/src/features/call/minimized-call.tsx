import { Button } from '@mantine/core';
import { X } from 'lucide-react';
import { IconButton, useTranslation } from 'ui-kit';
import type { CallSession } from '../../model/call/call-session';
import { useStore } from '../../shell/use-store';
import styles from './minimized-call.module.css';
import { useCallEnd } from './use-call-end';

interface MinimizedCallProps {
  session: CallSession;
  onOpen: () => void;
  /** Enters the room of an ended call again, or calls again. */
  onAgain: () => void;
  onClose: () => void;
}

/**
 * Small window of a call that is not live while the person uses another page. An ended call offers no way back, only to
 * begin again.
 */
export function MinimizedCall({ session, onOpen, onAgain, onClose }: MinimizedCallProps) {
  const { t } = useTranslation('messenger');
  const phase = useStore(session, (state) => state.phase);
  const { title, again } = useCallEnd(session);
  return (
    <div className={styles.window}>
      <IconButton className={styles.close} label={t('call.dismiss')} onClick={onClose}>
        <X aria-hidden size={18} />
      </IconButton>
      <p className={styles.text}>{text()}</p>
      {phase !== 'ended' && (
        <Button variant="light" onClick={onOpen}>
          {t('call.returnToCall')}
        </Button>
      )}
      {phase === 'ended' && again !== null && (
        <Button variant="light" onClick={onAgain}>
          {again}
        </Button>
      )}
    </div>
  );

  function text(): string {
    switch (phase) {
      case 'opening':
        return t('call.opening');
      case 'asking':
        return t('call.consent.question');
      case 'ended':
        return title;
      case 'failed':
        return t('call.failed.title');
      default:
        return t('call.waiting');
    }
  }
}
