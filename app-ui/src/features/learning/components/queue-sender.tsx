import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { useErrorText, useLoginSession } from 'ui-kit';
import { sendBeforeSignOut } from '../../../shared/account/unsent-answers';
import { sendEntry, useRefreshSent } from '../api/learning';
import { forgetAll, hasSendable, queue, readQueue, sendQueue } from '../offline/queue';

/** Between two attempts while the server does not respond. */
const RETRY_INTERVAL_MS = 60_000;

/** Sends what a person did without a network, from every page. The pages of sessions show what is queued and what was refused. */
export function QueueSender({ account }: { account: string }) {
  const errorText = useErrorText();
  const refresh = useRefreshSent();
  const send = useEffectEvent(async () => {
    const isChanged = await sendQueue(
      account,
      async (entry) => {
        await sendEntry(entry);
      },
      errorText,
    );
    if (isChanged) await refresh();
  });
  const hasQueued = hasSendable(useSyncExternalStore(queue.subscribe, queue.get), account);
  const { pathname } = useLocation();
  const { status } = useLoginSession();

  // A new page, or a server that responds again, is a reason to try.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    void readQueue();
    void send();
  }, [account, pathname, status]);
  useEffect(
    () =>
      sendBeforeSignOut({
        send: () => send(),
        isLeft: async () => hasSendable(await readQueue(), account),
        forget: () => forgetAll(account),
      }),
    [account],
  );
  useEffect(() => {
    if (!hasQueued) return;
    const sendNow = () => void send();
    const timer = setInterval(sendNow, RETRY_INTERVAL_MS);
    window.addEventListener('online', sendNow);
    document.addEventListener('visibilitychange', sendNow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', sendNow);
      document.removeEventListener('visibilitychange', sendNow);
    };
  }, [hasQueued]);
  return null;
}
