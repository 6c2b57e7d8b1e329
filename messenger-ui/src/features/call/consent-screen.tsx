import { Button } from '@mantine/core';
import { Video } from 'lucide-react';
import { Banner, useTranslation } from 'ui-kit';
import type { CallRoom } from '../../model/call/room';
import type { CallSession } from '../../model/call/session';
import { useStore } from '../../shell/use-store';
import styles from './consent-screen.module.css';
import { Panel } from './panel';
import { useCallErrorText } from './use-call-error-text';

interface ConsentScreenProps {
  session: CallSession;
  room: CallRoom;
  name: string;
  onClose: () => void;
}

/** The question that comes before every call. Yes and No weigh the same, and both lead in. */
export function ConsentScreen({ session, room, name, onClose }: ConsentScreenProps) {
  const { t } = useTranslation('messenger');
  const errorText = useCallErrorText();
  const { isAnswering, answerError } = useStore(session, (state) => state);
  const answer = (consent: boolean) => (
    <Button
      variant="light"
      size="md"
      className={styles.answer}
      disabled={isAnswering}
      onClick={() => void session.answer(consent)}
    >
      {consent ? t('call.consent.yes') : t('call.consent.no')}
    </Button>
  );
  return (
    <Panel
      icon={Video}
      title={t('call.consent.question')}
      actions={
        <>
          {answer(true)}
          {answer(false)}
          <Button variant="subtle" className={styles.later} onClick={onClose}>
            {t('call.consent.later')}
          </Button>
        </>
      }
    >
      <p className={styles.call} dir="auto">
        {t('call.label', { name })}
      </p>
      <p>{room.provider === 'builtin' ? t('call.consent.builtin') : t('call.consent.why')}</p>
      <p>{t('call.consent.free')}</p>
      <p className={styles.hint}>
        {t('call.consent.devices')} {t('call.consent.version', { version: room.consentVersion })}
      </p>
      {answerError !== null && (
        <Banner tone="danger" role="alert">
          {errorText(answerError)}
        </Banner>
      )}
    </Panel>
  );
}
