import { Button } from '@mantine/core';
import { X } from 'lucide-react';
import { IconButton, useTranslation } from 'ui-kit';
import type { CallPhase } from '../../model/call/session';
import styles from './small-note.module.css';

interface SmallNoteProps {
  phase: CallPhase;
  onOpen: () => void;
  onClose: () => void;
}

/** A call that waits for a word, while one is elsewhere. */
export function SmallNote({ phase, onOpen, onClose }: SmallNoteProps) {
  const { t } = useTranslation('messenger');
  return (
    <div className={styles.note}>
      <IconButton className={styles.close} label={t('call.putAway')} onClick={onClose}>
        <X aria-hidden size={18} />
      </IconButton>
      <p className={styles.text}>{text()}</p>
      <Button variant="light" onClick={onOpen}>
        {t('call.enlarge')}
      </Button>
    </div>
  );

  function text(): string {
    switch (phase) {
      case 'opening':
        return t('call.opening');
      case 'asking':
        return t('call.consent.question');
      case 'ended':
        return t('call.ended.title');
      case 'failed':
        return t('call.failed.title');
      default:
        return t('call.waiting');
    }
  }
}
