import { Button } from '@mantine/core';
import { useState } from 'react';
import { Banner, useTranslation } from 'ui-kit';
import type { CallRoom } from '../../model/call/call-room';
import type { CallSession } from '../../model/call/call-session';
import { useStore } from '../../shell/use-store';
import { CallPreviewTile } from './call-preview-tile';
import { CallScreen } from './call-screen';
import styles from './consent-screen.module.css';
import { useCallErrorText } from './use-call-error-text';

interface ConsentScreenProps {
  session: CallSession;
  room: CallRoom;
  name: string;
  onClose: () => void;
}

/**
 * Asks for consent to recording before every call, beside the own picture. Both answers look the same, and both join the
 * call.
 */
export function ConsentScreen({ session, room, name, onClose }: ConsentScreenProps) {
  const { t } = useTranslation('messenger');
  const errorText = useCallErrorText();
  const { isAnswering, answerError } = useStore(session, (state) => state);
  const [given, setGiven] = useState<boolean | null>(null);
  const isPossible = room.recording.state !== 'unavailable';
  const answer = (consent: boolean) => (
    <Button
      size="md"
      variant="light"
      className={styles.answer}
      loading={isAnswering && given === consent}
      disabled={isAnswering && given !== consent}
      onClick={() => {
        setGiven(consent);
        void session.answer(consent);
      }}
    >
      {consent ? t('call.consent.yes') : t('call.consent.no')}
    </Button>
  );
  return (
    <CallScreen
      picture={<CallPreviewTile preview={session.preview} />}
      title={t('call.consent.question')}
      actions={
        <>
          <fieldset className={styles.answers} aria-label={t('call.consent.question')}>
            {answer(true)}
            {answer(false)}
          </fieldset>
          {room.lastConsent !== null && (
            <p className={styles.last}>
              {room.lastConsent ? t('call.consent.lastYes') : t('call.consent.lastNo')}
            </p>
          )}
          <Button variant="subtle" onClick={onClose}>
            {t('call.consent.later')}
          </Button>
        </>
      }
    >
      <p className={styles.call} dir="auto">
        {t('call.label', { name })}
      </p>
      {isPossible ? (
        <>
          <p>{t('call.consent.explanation')}</p>
          <p>{t('call.consent.voluntary')}</p>
        </>
      ) : (
        <p>{t('call.consent.impossible')}</p>
      )}
      {answerError !== null && (
        <Banner tone="danger" role="alert">
          {errorText(answerError)}
        </Banner>
      )}
    </CallScreen>
  );
}
