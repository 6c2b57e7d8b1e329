import { Button } from '@mantine/core';
import { PhoneOff } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import type { CallSession } from '../../model/call/session';
import { useStore } from '../../shell/use-store';
import { Panel } from './panel';

/** After a call: the way back to the conversation, and into the call where others are in it still. */
export function EndedScreen({ session, onToChat }: { session: CallSession; onToChat: () => void }) {
  const { t } = useTranslation('messenger');
  const end = useStore(session, (state) => state.end);
  return (
    <Panel
      icon={PhoneOff}
      title={t('call.ended.title')}
      actions={
        <>
          <Button size="md" onClick={onToChat}>
            {t('call.toChat')}
          </Button>
          {end !== 'over' && (
            <Button size="md" variant="light" onClick={() => session.retry()}>
              {end === 'moved' ? t('call.ended.here') : t('call.ended.again')}
            </Button>
          )}
        </>
      }
    >
      <p>{end === 'moved' ? t('call.ended.moved') : t('call.ended.hint')}</p>
    </Panel>
  );
}
