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
  const hint =
    end === 'moved'
      ? t('call.ended.moved')
      : end === 'barred'
        ? t('call.failed.notActive')
        : t('call.ended.hint');
  return (
    <Panel
      icon={PhoneOff}
      title={t('call.ended.title')}
      actions={
        <>
          <Button size="md" onClick={onToChat}>
            {t('call.toChat')}
          </Button>
          {(end === 'left' || end === 'moved') && (
            <Button size="md" variant="light" onClick={() => session.retry()}>
              {end === 'moved' ? t('call.ended.here') : t('call.ended.again')}
            </Button>
          )}
        </>
      }
    >
      <p>{hint}</p>
    </Panel>
  );
}
