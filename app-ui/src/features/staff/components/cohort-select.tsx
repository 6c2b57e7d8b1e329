import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'ui-kit';
import { cohortsQuery } from './cohorts';

interface CohortSelectProps {
  programme: string;
  /** Empty for all. */
  value: string;
  /** The name of a chosen one that was removed. */
  gone?: string | null;
  error?: string | null;
  onChange: (cohort: string) => void;
}

/** Whether what is asked or written is for one cohort of a programme only. Without cohorts there is nothing to choose. */
export function CohortSelect({ programme, value, gone = null, error = null, onChange }: CohortSelectProps) {
  const { t } = useTranslation('staff');
  const { data: cohorts = [] } = useQuery({ ...cohortsQuery(programme), enabled: programme !== '' });
  if (cohorts.length === 0 && value === '') return null;
  const isKnown = value === '' || cohorts.some(({ id }) => id === value);
  return (
    <NativeSelect
      size="md"
      label={t('cohorts.only')}
      error={error}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: t('cohorts.all') },
        ...(isKnown ? [] : [{ value, label: gone === null ? '…' : t('cohorts.gone', { name: gone }) }]),
        ...cohorts.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
