import { Button } from '@mantine/core';
import { VideoOff } from 'lucide-react';
import { HttpError, useTranslation } from 'ui-kit';
import { Helplines } from '../../components/helplines';
import { CallRefused, type CallSession } from '../../model/call/call-session';
import { useStore } from '../../shell/use-store';
import { CallScreen } from './call-screen';
import { useCallErrorText } from './use-call-error-text';

/** Shown when a call could not start, with the reason. */
export function FailedScreen({ session, onToChat }: { session: CallSession; onToChat: () => void }) {
  const { t } = useTranslation('messenger');
  const errorText = useCallErrorText();
  const error = useStore(session, (state) => state.error);
  const code = error instanceof HttpError || error instanceof CallRefused ? error.code : null;
  return (
    <CallScreen
      icon={VideoOff}
      title={t('call.failed.title')}
      actions={
        <>
          <Button size="md" onClick={onToChat}>
            {t('call.showChat')}
          </Button>
          <Button size="md" variant="light" onClick={() => session.retry()}>
            {t('retry')}
          </Button>
        </>
      }
    >
      <p role="alert">{errorText(error)}</p>
      {code === 'blackout' && <Helplines />}
    </CallScreen>
  );
}
