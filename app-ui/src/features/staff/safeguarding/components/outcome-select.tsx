import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'ui-kit';
import { type CaseOutcome, OUTCOMES } from '../api/cases';

interface OutcomeSelectProps {
  /** Null until one is chosen. */
  value: CaseOutcome | null;
  onChange: (outcome: CaseOutcome) => void;
  autoFocus?: boolean;
}

/** Asks what became of a case. */
export function OutcomeSelect({ value, onChange, autoFocus = false }: OutcomeSelectProps) {
  const { t } = useTranslation('staff');
  return (
    <NativeSelect
      size="md"
      label={t('safeguarding.outcome')}
      description={t('safeguarding.outcomeHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required
      withAsterisk={false}
      autoFocus={autoFocus}
      value={value ?? ''}
      onChange={({ currentTarget }) => {
        const outcome = OUTCOMES.find((one) => one === currentTarget.value);
        if (outcome !== undefined) onChange(outcome);
      }}
      data={[
        { value: '', label: t('safeguarding.chooseOutcome'), disabled: true },
        ...OUTCOMES.map((one) => ({ value: one, label: t(`safeguarding.outcomes.${one}`) })),
      ]}
    />
  );
}
