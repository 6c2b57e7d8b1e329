import { Button } from '@mantine/core';
import { Video } from 'lucide-react';
import { useId, useState } from 'react';
import { Banner, useTranslation } from 'ui-kit';
import type { CallRoom } from '../../model/call/call-room';
import type { CallSession } from '../../model/call/call-session';
import { useStore } from '../../shell/use-store';
import { CallScreen } from './call-screen';
import styles from './consent-screen.module.css';
import { useCallErrorText } from './use-call-error-text';

interface ConsentScreenProps {
  session: CallSession;
  room: CallRoom;
  name: string;
  onClose: () => void;
}

/** Asks for consent to recording before every call. Both answers look the same and both join the call. */
export function ConsentScreen({ session, room, name, onClose }: ConsentScreenProps) {
  const { t } = useTranslation('messenger');
  const errorText = useCallErrorText();
  const form = useId();
  const { isAnswering, answerError } = useStore(session, (state) => state);
  const [consent, setConsent] = useState(room.lastConsent);
  const isPossible = room.recording.state !== 'unavailable';
  const option = (value: boolean) => (
    <label className={styles.option}>
      <input
        type="radio"
        className={styles.radio}
        name="consent"
        checked={consent === value}
        onChange={() => setConsent(value)}
      />
      <span className={styles.answer}>{value ? t('call.consent.yes') : t('call.consent.no')}</span>
    </label>
  );
  return (
    <CallScreen
      icon={Video}
      title={t('call.consent.question')}
      actions={
        <>
          <Button
            type="submit"
            form={form}
            size="md"
            className={styles.join}
            disabled={consent === null}
            loading={isAnswering}
          >
            {t('call.joinCall')}
          </Button>
          <Button variant="subtle" className={styles.later} onClick={onClose}>
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
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (consent !== null) void session.answer(consent);
        }}
      >
        <fieldset className={styles.options} disabled={isAnswering} aria-label={t('call.consent.question')}>
          {option(true)}
          {option(false)}
        </fieldset>
      </form>
      <p className={styles.hint}>{t('call.consent.devices')}</p>
      {answerError !== null && (
        <Banner tone="danger" role="alert">
          {errorText(answerError)}
        </Banner>
      )}
    </CallScreen>
  );
}
