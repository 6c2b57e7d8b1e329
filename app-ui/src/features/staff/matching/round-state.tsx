import { useTranslation } from 'ui-kit';
import { StateChip } from '../components/state-chip';
import type { Round } from './round';

/** Where a round stands. */
export function RoundState({ state }: Pick<Round, 'state'>) {
  const { t } = useTranslation('staff');
  const isCurrent = state === 'draft' || state === 'approved' || state === 'publishing';
  return <StateChip isCurrent={isCurrent}>{t(`matching.states.${state}`)}</StateChip>;
}
