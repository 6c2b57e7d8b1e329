import { Button } from '@mantine/core';
import { VideoOff } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import type { CallSession } from '../../model/call/session';
import { useStore } from '../../shell/use-store';
import { Panel } from './panel';
import { useCallErrorText } from './use-call-error-text';

/** A call that did not come about, and why. */
export function FailedScreen({ session, onToChat }: { session: CallSession; onToChat: () => void }) {
  const { t } = useTranslation('messenger');
  const errorText = useCallErrorText();
  const error = useStore(session, (state) => state.error);
  return (
    <Panel
      icon={VideoOff}
      title={t('call.failed.title')}
      actions={
        <>
          <Button size="md" onClick={onToChat}>
            {t('call.toChat')}
          </Button>
          <Button size="md" variant="light" onClick={() => session.retry()}>
            {t('retry')}
          </Button>
        </>
      }
    >
      <p role="alert">{errorText(error)}</p>
    </Panel>
  );
}
