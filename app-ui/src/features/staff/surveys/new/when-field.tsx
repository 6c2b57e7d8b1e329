import { TextInput } from '@mantine/core';
import { useTranslation } from 'ui-kit';
import { ChoiceCards } from '../../components/choice-cards';
import { KINDS } from '../survey-window';
import { type Draft, type Field, MAX_OPEN_WEEKS, MAX_WEEK } from './draft';
import styles from './window-form.module.css';

interface WhenFieldProps {
  draft: Draft;
  today: string;
  problemOf: (field: Field) => string | null;
  onChange: (changes: Partial<Draft>) => void;
}

/** When people are asked, and for how long they can answer. */
export function WhenField({ draft, today, problemOf, onChange }: WhenFieldProps) {
  const { t } = useTranslation('staff');
  const field = (name: 'opensOn' | 'closesOn' | 'week' | 'openWeeks', label: string) => ({
    size: 'md',
    label,
    error: problemOf(name),
    value: draft[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ [name]: value }),
  });
  const weeks = (max: number) => ({ type: 'number', inputMode: 'numeric', min: 1, max }) as const;
  return (
    <ChoiceCards
      legend={t('surveys.whenLabel')}
      isStacked
      options={KINDS.map((id) => ({
        id,
        title: t(`surveys.kinds.${id}`),
        text: t(`surveys.kindTexts.${id}`),
      }))}
      chosen={draft.kind}
      onChoose={(kind) => onChange({ kind })}
    >
      <div className={styles.fields}>
        {draft.kind === 'dates' ? (
          <>
            <TextInput type="date" min={today} {...field('opensOn', t('surveys.opensOn'))} />
            <TextInput type="date" min={draft.opensOn} {...field('closesOn', t('surveys.closesOn'))} />
          </>
        ) : (
          <>
            {draft.kind === 'week' && (
              <TextInput {...weeks(MAX_WEEK)} {...field('week', t('surveys.week'))} />
            )}
            <TextInput {...weeks(MAX_OPEN_WEEKS)} {...field('openWeeks', t('surveys.openWeeks'))} />
          </>
        )}
      </div>
    </ChoiceCards>
  );
}
