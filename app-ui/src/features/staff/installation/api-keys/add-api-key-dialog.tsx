import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { useMissing } from '../../../../shared/lists/use-missing';
import { useSecondFactor } from '../../../../shared/second-factor/use-second-factor';
import { staffAccessQuery } from '../../api/staff';
import { Checkbox } from '../../components/checkbox';
import { NameInput } from '../../components/name-input';
import { useAct } from '../../components/use-act';
import { addApiKey, DAYS } from './api-key';

interface AddApiKeyDialogProps {
  onAdded: (key: string) => void;
  onClose: () => void;
}

/** Asks what a key is for, what it reads, and until when. */
export function AddApiKeyDialog({ onAdded, onClose }: AddApiKeyDialogProps) {
  const { t } = useTranslation('staff');
  const missing = useMissing();
  const errorText = useErrorText();
  const factor = useSecondFactor();
  const { data: access } = useQuery(staffAccessQuery);
  const [name, setName] = useState('');
  const [programmes, setProgrammes] = useState<string[]>([]);
  const [days, setDays] = useState<number>(DAYS[1]);
  const act = useAct(async () => {
    const { key } = await factor.run(() => addApiKey({ name, scope: 'outcomes:read', programmes, days }));
    onAdded(key);
  }, '');
  return (
    <>
      <FormDialog
        title={t('apiKeys.add')}
        text={t('apiKeys.addText')}
        cancel={t('webhooks.cancel')}
        submit={t('apiKeys.submit')}
        missing={missing({
          [t('apiKeys.name')]: name.trim() === '',
          [t('apiKeys.programmes')]: programmes.length === 0,
        })}
        isPending={act.isPending}
        error={act.error && errorText(act.error)}
        onSubmit={() => act.mutate(undefined)}
        onClose={onClose}
      >
        <NameInput label={t('apiKeys.name')} value={name} onChange={setName} />
        {access?.reportedProgrammes.length === 0 ? (
          <p>{t('apiKeys.noReports')}</p>
        ) : (
          <Checkbox.Group label={t('apiKeys.programmes')} value={programmes} onChange={setProgrammes}>
            {(access?.reportedProgrammes ?? []).map(({ id, title }) => (
              <Checkbox key={id} mt="xs" value={id} label={<bdi>{title}</bdi>} />
            ))}
          </Checkbox.Group>
        )}
        <NativeSelect
          size="md"
          label={t('apiKeys.days')}
          data={DAYS.map((count) => ({ value: `${count}`, label: t('apiKeys.daysCount', { count }) }))}
          value={`${days}`}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
        />
      </FormDialog>
      {factor.dialog}
    </>
  );
}
