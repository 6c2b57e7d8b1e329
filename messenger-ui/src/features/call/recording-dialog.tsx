import { Button } from '@mantine/core';
import { X } from 'lucide-react';
import { Banner, IconButton, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import type { CallConsent, CallRoom } from '../../model/call/call-room';
import type { CallSession } from '../../model/call/call-session';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import styles from './recording-dialog.module.css';
import { useCallErrorText } from './use-call-error-text';
import { useRecordingStatus } from './use-recording-status';
import { useRecordingText } from './use-recording-text';

/** The participants' consent to recording, and a button that changes the own answer. */
export default function RecordingDialog({ session, onClose }: { session: CallSession; onClose: () => void }) {
  const { t } = useTranslation('messenger');
  const { self } = useChat();
  const { room, isAnswering, answerError } = useStore(session, (state) => state);
  const errorText = useCallErrorText();
  if (!room) return null;
  const consentText = ({ consent }: CallConsent) => {
    if (consent === null) return t('call.recording.noAnswer');
    return consent ? t('call.consent.yes') : t('call.consent.no');
  };
  return (
    <ModalDialog label={t('call.recording.details')} placement="center" onClose={onClose}>
      <div className={styles.dialog}>
        <div className={styles.head}>
          <h2 className={styles.title}>{t('call.recording.details')}</h2>
          <IconButton label={t('call.close')} onClick={onClose}>
            <X aria-hidden size={18} />
          </IconButton>
        </div>
        <RecordingState session={session} room={room} />
        {room.recording.consents.length > 0 && (
          <dl className={styles.list}>
            {room.recording.consents.map((entry, index) => (
              <div key={entry.userId ?? index} className={styles.entry}>
                <dt dir="auto">
                  {entry.userId === self.id ? t('you') : entry.name || t('call.recording.unknownName')}
                </dt>
                <dd>{consentText(entry)}</dd>
              </div>
            ))}
          </dl>
        )}
        <div className={styles.ownAnswer}>
          <p>{room.consent ? t('call.recording.ownYes') : t('call.recording.ownNo')}</p>
          <Button variant="light" loading={isAnswering} onClick={() => void session.answer(!room.consent)}>
            {room.consent ? t('call.recording.withdraw') : t('call.recording.give')}
          </Button>
        </div>
        {answerError !== null && (
          <Banner tone="danger" role="alert">
            {errorText(answerError)}
          </Banner>
        )}
      </div>
    </ModalDialog>
  );
}

function RecordingState({ session, room }: { session: CallSession; room: CallRoom }) {
  const recordingText = useRecordingText();
  return <p className={styles.state}>{recordingText(useRecordingStatus(session, room))}</p>;
}
