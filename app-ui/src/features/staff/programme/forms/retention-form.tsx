import { useTranslation } from 'ui-kit';
import { CheckField, NumberField } from './fields';
import type { FormProps } from './form-props';

/** The months with which the rule begins. */
const USUAL_MONTHS = 12;

export function RetentionForm({ value, onChange }: FormProps<'retention'>) {
  const { t } = useTranslation('staff');
  return (
    <>
      <CheckField
        label={t('rules.fields.erasesPeople')}
        isChecked={value.peopleMonths !== null}
        onChange={(erases) => onChange({ peopleMonths: erases ? USUAL_MONTHS : null })}
      />
      {value.peopleMonths !== null && (
        <NumberField
          label={t('rules.fields.peopleMonths')}
          value={value.peopleMonths}
          min={1}
          max={120}
          path="retention/people_months"
          onChange={(peopleMonths) => onChange({ peopleMonths })}
        />
      )}
    </>
  );
}
