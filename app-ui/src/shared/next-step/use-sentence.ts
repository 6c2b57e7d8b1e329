import { useTranslation } from 'ui-kit';
import type { NextStep } from './next-step';

/** Returns a function that writes the sentence of a step. */
export function useSentence(): (step: NextStep) => string {
  const { t } = useTranslation('app');
  return (step) => step.message || t(`next.text.${step.kind}`, { ...step });
}
