import { useTranslation } from 'ui-kit';

interface Parts {
  stages: readonly { id: string }[];
  currentStageId: string | null;
}

/** Returns a function that says which part of how many the current stage is, and whether it is the last; null without several parts. */
export function usePartText() {
  const { t } = useTranslation('app');
  return ({ stages, currentStageId }: Parts): string | null => {
    const part = stages.findIndex(({ id }) => id === currentStageId) + 1;
    const total = stages.length;
    if (part === 0 || total < 2) return null;
    return t(part === total ? 'surveys.lastPart' : 'surveys.progress', { part, total });
  };
}
