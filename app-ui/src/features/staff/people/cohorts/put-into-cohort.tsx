import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ErrorState, LoadingState, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import type { BulkFormProps } from '../../../../shared/lists/bulk-bar';
import { BulkRefusal } from '../../../../shared/lists/bulk-run';
import { useMissing } from '../../../../shared/lists/use-missing';
import { cohortsQuery } from '../../components/cohorts';
import { useProgrammes } from '../../components/use-programmes';
import type { Person } from '../person';
import { putIntoCohort } from './cohort';

/** The option that takes people out. */
const NONE = 'none';

/** Puts the people of a selection into a cohort of their programme, or takes them out of theirs. */
export function PutIntoCohort({ title, count, onSubmit, onClose }: BulkFormProps<Person>) {
  const { t } = useTranslation('staff');
  const missing = useMissing();
  const { hasSeveral } = useProgrammes();
  const { data: cohorts, error, refetch } = useQuery(cohortsQuery(null));
  const [chosen, setChosen] = useState('');
  const submit = () =>
    onSubmit(async ({ id }) => {
      const { leftOut } = await putIntoCohort([id], chosen === NONE ? null : chosen);
      if (leftOut > 0) throw new BulkRefusal(t('cohorts.otherProgramme'));
    });
  return (
    <FormDialog
      title={title}
      text={t('cohorts.putText', { count })}
      cancel={t('messages.manyCancel')}
      submit={t(chosen === NONE ? 'cohorts.takeOut' : 'cohorts.putSubmit')}
      missing={missing({ [t('cohorts.cohort')]: chosen === '' })}
      onSubmit={submit}
      onClose={onClose}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {cohorts === undefined && error === null && <LoadingState />}
      {cohorts !== undefined && (
        <NativeSelect
          size="md"
          label={t('cohorts.cohort')}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          <option value="" disabled>
            {t(cohorts.length === 0 ? 'cohorts.noneToChoose' : 'cohorts.choose')}
          </option>
          {cohorts.map(({ id, name, programme }) => (
            <option key={id} value={id}>
              {hasSeveral ? `${name} (${programme.title})` : name}
            </option>
          ))}
          <option value={NONE}>{t('cohorts.without')}</option>
        </NativeSelect>
      )}
      <Link to="/staff/people/cohorts">{t('cohorts.manage')}</Link>
    </FormDialog>
  );
}
