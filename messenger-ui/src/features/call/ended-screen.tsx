import { Button } from '@mantine/core';
import { PhoneMissed, PhoneOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'ui-kit';
import type { CallSession } from '../../model/call/call-session';
import { formatDuration } from '../../model/call/duration';
import { useStore } from '../../shell/use-store';
import { CallScreen } from './call-screen';
import { useCallEnd } from './use-call-end';

interface EndedScreenProps {
  session: CallSession;
  onToChat: () => void;
  onCallAgain: () => void;
  /** Opens the channel of the call in the chat. */
  onWrite: () => void;
}

/** Shown after a call: why it ended and how long it was. Nothing starts again without a press. */
export function EndedScreen({ session, onToChat, onCallAgain, onWrite }: EndedScreenProps) {
  const { t, i18n } = useTranslation('messenger');
  const talkedFor = useStore(session, (state) => state.talkedFor);
  const { title, text, again } = useCallEnd(session);
  return (
    <CallScreen
      icon={session.isUnanswered ? PhoneMissed : PhoneOff}
      title={title}
      actions={session.isUnanswered ? afterNoAnswer() : afterCall()}
    >
      {talkedFor !== null && (
        <p>{t('call.ended.duration', { duration: formatDuration(talkedFor, i18n.language) })}</p>
      )}
      <p>{text}</p>
    </CallScreen>
  );

  function afterNoAnswer(): ReactNode {
    return (
      <>
        <Button size="md" onClick={onCallAgain}>
          {again}
        </Button>
        <Button size="md" variant="light" onClick={onWrite}>
          {t('call.ended.sendMessage')}
        </Button>
      </>
    );
  }

  function afterCall(): ReactNode {
    return (
      <>
        <Button size="md" onClick={onToChat}>
          {t('call.showChat')}
        </Button>
        {again !== null && (
          <Button size="md" variant="light" onClick={() => session.retry()}>
            {again}
          </Button>
        )}
      </>
    );
  }
}
