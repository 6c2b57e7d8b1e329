import { toast, useTranslation } from 'ui-kit';
import type { HandedOver } from '../colleague';

/** Says what was done, and how much of the work waits for all again. */
export function useHandedOverText() {
  const { t } = useTranslation('staff');
  return {
    say: (done: string, { waiting }: HandedOver) => {
      void toast(waiting > 0 ? `${done} ${t('colleagues.work.waits', { count: waiting })}` : done);
    },
  };
}
