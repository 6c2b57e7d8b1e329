import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { staffAccessQuery } from '../../api/staff';
import type { Cohort } from '../../components/cohorts';
import { useAct } from '../../components/use-act';
import { createCohort, MAX_NAME, peopleIn, removeCohort, renameCohort } from './cohort';

/** Creates a cohort. */
export function NewCohortDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const { data: access } = useQuery(staffAccessQuery);
  const programmes = access?.managedProgrammes ?? [];
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState('');
  const programme = chosen === '' ? (programmes[0]?.id ?? '') : chosen;
  const act = useAct(() => createCohort({ programme, name }), t('cohorts.created', { name }), onClose);
  return (
    <FormDialog
      title={t('cohorts.add')}
      text={t('cohorts.addText')}
      cancel={t('safeguarding.cancel')}
      submit={t('cohorts.create')}
      isReady={name.trim() !== '' && programme !== ''}
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
      {programmes.length > 1 && (
        <NativeSelect
          size="md"
          label={t('people.programme')}
          data={programmes.map(({ id, title }) => ({ value: id, label: title }))}
          value={programme}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}

interface CohortDialogProps {
  cohort: Cohort;
  onClose: () => void;
}

/** Gives a cohort another name. */
export function RenameCohortDialog({ cohort, onClose }: CohortDialogProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const [name, setName] = useState(cohort.name);
  const act = useAct(() => renameCohort(cohort, name), t('cohorts.renamed'), onClose);
  return (
    <FormDialog
      title={t('cohorts.renameOf', { name: cohort.name })}
      text={t('cohorts.renameText')}
      cancel={t('safeguarding.cancel')}
      submit={t('cohorts.save')}
      isReady={name.trim() !== '' && name.trim() !== cohort.name}
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
    </FormDialog>
  );
}

/** Removes a cohort, and says first how many people are in it. */
export function RemoveCohortDialog({ cohort, onClose }: CohortDialogProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const act = useAct(() => removeCohort(cohort), t('cohorts.removed'), onClose);
  return (
    <FormDialog
      title={t('cohorts.removeOf', { name: cohort.name })}
      text={t('cohorts.removeText', { name: cohort.name, count: peopleIn(cohort) })}
      cancel={t('safeguarding.cancel')}
      submit={t('cohorts.remove')}
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={() => act.mutate(undefined)}
      onClose={onClose}
    />
  );
}

function NameField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const { t } = useTranslation('staff');
  return (
    <TextInput
      size="md"
      label={t('cohorts.name')}
      description={t('cohorts.nameHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      dir="auto"
      maxLength={MAX_NAME}
      autoComplete="off"
      required
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
