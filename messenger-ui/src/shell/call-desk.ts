import type { QueryClient } from '@tanstack/react-query';
import { i18n, type Profile, toast } from 'ui-kit';
import { claimByLock } from '../attention/claims';
import { isLookedAt, showNotification } from '../attention/notifications';
import { attentionPreferences } from '../attention/preferences';
import { isPushed } from '../attention/push';
import { ring } from '../attention/ringtone';
import { canPlay } from '../attention/tones';
import { callApi } from '../features/call/call-api';
import { CallDesk } from '../model/call/desk';
import type { ChatHub } from '../model/hub';
import { channelsQuery } from './channels-query';

/** The desk on the browser's own devices and the hub's connection. */
export function createDesk({ calls: line }: ChatHub, profile: Profile, queries: QueryClient): CallDesk {
  const text = (key: string, values = {}) => i18n.t(key, { ns: 'messenger', ...values });
  return new CallDesk({
    line,
    claim: claimByLock(navigator.locks),
    isFocused: isLookedAt,
    canRing: () => attentionPreferences.getSnapshot().hasSound && canPlay(),
    ring,
    // Where this browser is pushed to, its worker tells of calls: one line, with buttons.
    notify: ({ room, fromName }) =>
      isPushed()
        ? () => {}
        : showNotification({
            tag: `call.${room}`,
            title: text('call.incoming.title', { name: fromName }),
            body: text('call.incoming.body'),
            onClick: () => {},
          }),
    answer: (room, accept) => {
      if (!line.send({ command: 'call_answer', room, accept })) {
        callApi.event(room, accept ? 'accepted' : 'declined', '');
      }
    },
    // Calls are a chunk of their own: most pages never see one.
    open: async (target) => (await import('../features/call/begin')).begin(target, line, profile),
    onOpenFailed: () => void toast(text('call.failed.chunk'), 'danger'),
    onNews: ({ room }) => {
      void queries.invalidateQueries({ queryKey: ['call', room] });
      void queries.invalidateQueries({ queryKey: channelsQuery.queryKey });
    },
    now: Date.now,
  });
}
