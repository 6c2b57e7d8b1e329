import { useMutation } from '@tanstack/react-query';
import { toast } from 'ui-kit';
import { useRefresh } from './use-refresh';

/** Sends what a dialog has asked for, closes it, says what was done unless that is empty, and refreshes the console. */
export function useAct<Draft>(
  act: (draft: Draft) => Promise<unknown>,
  done: string | ((draft: Draft) => string),
  onDone?: () => void,
) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: act,
    onSuccess: async (_, draft) => {
      onDone?.();
      const notice = typeof done === 'string' ? done : done(draft);
      await Promise.all([notice === '' ? undefined : toast(notice), refresh()]);
    },
    // A colleague may have been faster.
    onError: refresh,
  });
}
