import { useMutation } from '@tanstack/react-query';
import { toast } from 'ui-kit';
import { useRefresh } from './use-refresh';

/** Sends what a dialog has asked for, closes it, says what was done, and refreshes the console. */
export function useAct<Draft>(act: (draft: Draft) => Promise<unknown>, done: string, onDone: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      onDone();
      await Promise.all([toast(done), refresh()]);
    },
    // A colleague may have been faster.
    onError: refresh,
  });
}
