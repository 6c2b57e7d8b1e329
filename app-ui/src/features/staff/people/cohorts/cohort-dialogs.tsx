import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { useMissing } from '../../../../shared/lists/use-missing';
import { staffAccessQuery } from '../../api/staff';
import type { Cohort } from '../../components/cohorts';
import { NameInput } from '../../components/name-input';
import { useAct } from '../../components/use-act';
import { createCohort, MAX_NAME, peopleIn, removeCohort, renameCohort } from './cohort';

/** Creates a cohort. */
export function NewCohortDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('staff');
  const missing = useMissing();
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
      missing={missing({
        [t('cohorts.name')]: name.trim() === '',
        [t('people.programme')]: programme === '',
      })}
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <NameInput
        label={t('cohorts.name')}
        description={t('cohorts.nameHint')}
        maxLength={MAX_NAME}
        value={name}
        onChange={setName}
      />
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
  const missing = useMissing();
  const [name, setName] = useState(cohort.name);
  const act = useAct(() => renameCohort(cohort, name), t('cohorts.renamed'), onClose);
  return (
    <FormDialog
      title={t('cohorts.renameOf', { name: cohort.name })}
      text={t('cohorts.renameText')}
      cancel={t('safeguarding.cancel')}
      submit={t('cohorts.save')}
      missing={
        name.trim() === cohort.name
          ? t('dialogs.unchanged')
          : missing({ [t('cohorts.name')]: name.trim() === '' })
      }
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <NameInput
        label={t('cohorts.name')}
        description={t('cohorts.nameHint')}
        maxLength={MAX_NAME}
        value={name}
        onChange={setName}
      />
    </FormDialog>
  );
}

/** Removes a cohort, and says first how many people are in it, and how many are invited to it. */
export function RemoveCohortDialog({ cohort, onClose }: CohortDialogProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const { name, invited } = cohort;
  const count = peopleIn(cohort);
  const sentences = [
    t(count === 0 ? 'cohorts.removeEmpty' : 'cohorts.removeText', { name, count }),
    ...(invited === 0 ? [] : [t('cohorts.removeInvited', { count: invited })]),
  ];
  const act = useAct(() => removeCohort(cohort), t('cohorts.removed'), onClose);
  return (
    <FormDialog
      title={t('cohorts.removeOf', { name })}
      text={sentences.join(' ')}
      cancel={t('safeguarding.cancel')}
      submit={t('cohorts.remove')}
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={() => act.mutate(undefined)}
      onClose={onClose}
    />
  );
}
