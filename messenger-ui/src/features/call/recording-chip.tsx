import { UnstyledButton } from '@mantine/core';
import { Circle, CircleDot } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { announce, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import type { CallRoom } from '../../model/call/call-room';
import type { CallSession } from '../../model/call/call-session';
import styles from './recording-chip.module.css';
import { useRecordingStatus } from './use-recording-status';
import { useRecordingText } from './use-recording-text';

const RecordingDialog = lazyPart(() => import('./recording-dialog'), 'closes');

/** Recording state of the call with its reason: always visible, announced when it changes. */
export function RecordingChip({ session, room }: { session: CallSession; room: CallRoom }) {
  const { t } = useTranslation('messenger');
  const [isOpen, setIsOpen] = useState(false);
  const status = useRecordingStatus(session, room);
  const isRunning = status.kind === 'on' || status.kind === 'stopping';
  const text = useRecordingText()(status);
  useEffect(() => announce(text), [text]);
  const Icon = isRunning ? CircleDot : Circle;
  return (
    <>
      <UnstyledButton
        className={styles.chip}
        data-on={isRunning || undefined}
        title={t('call.recording.details')}
        onClick={() => setIsOpen(true)}
      >
        <Icon aria-hidden size={14} className={styles.icon} />
        <span className={styles.text}>{text}</span>
      </UnstyledButton>
      {isOpen && (
        <Suspense fallback={null}>
          <RecordingDialog session={session} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
