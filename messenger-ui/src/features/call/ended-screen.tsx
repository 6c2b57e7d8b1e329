import { Button } from '@mantine/core';
import { PhoneOff } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import type { CallSession, CallState } from '../../model/call/session';
import { useStore } from '../../shell/use-store';
import { Panel } from './panel';

/** What there is to say about the way a call ended. */
export function useEndText(end: CallState['end']): string {
  const { t } = useTranslation('messenger');
  switch (end) {
    case 'moved':
      return t('call.ended.moved');
    case 'over':
      return t('call.ended.over');
    case 'barred':
      return t('call.failed.notActive');
    default:
      return t('call.ended.hint');
  }
}

/** After a call: the way back to the conversation, and into the call as long as it goes on. */
export function EndedScreen({ session, onToChat }: { session: CallSession; onToChat: () => void }) {
  const { t } = useTranslation('messenger');
  const end = useStore(session, (state) => state.end);
  const text = useEndText(end);
  return (
    <Panel
      icon={PhoneOff}
      title={t('call.ended.title')}
      actions={
        <>
          <Button size="md" onClick={onToChat}>
            {t('call.toChat')}
          </Button>
          {session.hasWayBack && (
            <Button size="md" variant="light" onClick={() => session.retry()}>
              {end === 'moved' ? t('call.ended.here') : t('call.ended.again')}
            </Button>
          )}
        </>
      }
    >
      <p>{text}</p>
    </Panel>
  );
}
