import { useTranslation } from 'ui-kit';
import { endOfDay, today } from './days';
import type { Measure } from './measure';

interface SuspensionActs {
  suspend: (reason: string, until: string | null) => Promise<void>;
  release: () => Promise<void>;
}

/** The measures that suspend a person, and that end it, with their consequences. */
export function useSuspension(name: string, acts: SuspensionActs): { suspend: Measure; release: Measure } {
  const { t } = useTranslation('staff');
  return {
    suspend: {
      label: t('safeguarding.measures.suspend', { name }),
      text: t('safeguarding.measures.suspendText', { name }),
      done: t('safeguarding.measures.suspended', { name }),
      needsReason: true,
      field: {
        type: 'date',
        label: t('safeguarding.measures.until'),
        hint: t('safeguarding.measures.untilHint'),
        min: today(),
      },
      act: ({ reason, value }) => acts.suspend(reason, endOfDay(value)),
    },
    release: {
      label: t('safeguarding.measures.release'),
      text: t('safeguarding.measures.releaseText', { name }),
      done: t('safeguarding.measures.released'),
      act: acts.release,
    },
  };
}
