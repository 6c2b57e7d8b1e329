import { useTranslation } from 'ui-kit';
import { Choice, Choices } from '../../components/choices';
import { OrderedRows } from '../../components/ordered-rows';
import type { StaffQuestion } from './session';

interface KeyChoiceProps {
  question: StaffQuestion;
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
}

/** The right options, or the right order of all. */
export function KeyChoice({ question, value, onChange }: KeyChoiceProps) {
  const { t } = useTranslation('staff');
  const { options, isArranged } = question;
  const labelOf = (key: string) => options.find((option) => option.key === key)?.label ?? key;
  if (!isArranged) {
    return (
      <Choices legend={t('content.key.rightOnes')}>
        {options.map(({ key, label }) => (
          <Choice
            key={key}
            type="checkbox"
            checked={value.includes(key)}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, key] : value.filter((one) => one !== key))
            }
          >
            <bdi>{label}</bdi>
          </Choice>
        ))}
      </Choices>
    );
  }
  return (
    <Choices legend={t('content.key.rightOrder')}>
      <OrderedRows rows={value} idOf={(key) => key} labelOf={labelOf} onChange={onChange} />
    </Choices>
  );
}
