import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { useSecondFactor } from '../../../../shared/second-factor/use-second-factor';
import { NameInput } from '../../components/name-input';
import { useAct } from '../../components/use-act';
import { createProgramme, keyOf, type Programmes } from './programmes';

const NO_ONE = '';
const KEY = /^[a-z0-9-]{1,60}$/;

interface NewProgrammeDialogProps {
  installed: Programmes;
  onClose: () => void;
}

/** Asks for the name of a programme, whose rules it begins with, and who coordinates it. */
export function NewProgrammeDialog({ installed, onClose }: NewProgrammeDialogProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const factor = useSecondFactor();
  const { programmes, possibleCoordinators } = installed;
  const [name, setName] = useState('');
  const [ownKey, setOwnKey] = useState<string | null>(null);
  const [rulesOf, setRulesOf] = useState(programmes[0]?.id ?? '');
  const source = programmes.find(({ id }) => id === rulesOf);
  const [ownZone, setOwnZone] = useState<string | null>(null);
  const [coordinator, setCoordinator] = useState(NO_ONE);
  const key = ownKey ?? keyOf(name);
  const timeZone = ownZone ?? source?.timeZone ?? 'UTC';
  const zones = [...new Set([timeZone, ...Intl.supportedValuesOf('timeZone')])].sort();
  const act = useAct(
    () =>
      factor.run(() =>
        createProgramme({
          key,
          name: name.trim(),
          timeZone,
          rulesOf,
          coordinator: coordinator === NO_ONE ? null : coordinator,
        }),
      ),
    t('programmes.created', { name: name.trim() }),
    onClose,
  );
  return (
    <>
      <FormDialog
        title={t('programmes.add')}
        text={t('programmes.addText')}
        cancel={t('programmes.cancel')}
        submit={t('programmes.submit')}
        isReady={name.trim() !== '' && KEY.test(key) && rulesOf !== ''}
        isPending={act.isPending}
        error={act.error && errorText(act.error)}
        onSubmit={() => act.mutate(undefined)}
        onClose={onClose}
      >
        <NameInput label={t('programmes.name')} value={name} onChange={setName} />
        <TextInput
          size="md"
          label={t('programmes.key')}
          description={t('programmes.keyText')}
          dir="ltr"
          maxLength={60}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={key}
          onChange={({ currentTarget }) => setOwnKey(currentTarget.value)}
        />
        <NativeSelect
          size="md"
          label={t('programmes.rulesOf')}
          data={programmes.map(({ id, name: title }) => ({ value: id, label: title }))}
          value={rulesOf}
          onChange={({ currentTarget }) => setRulesOf(currentTarget.value)}
        />
        <NativeSelect
          size="md"
          label={t('programmes.timeZone')}
          data={zones}
          value={timeZone}
          onChange={({ currentTarget }) => setOwnZone(currentTarget.value)}
        />
        <NativeSelect
          size="md"
          label={t('programmes.coordinator')}
          data={[
            { value: NO_ONE, label: t('programmes.noCoordinator') },
            ...possibleCoordinators.map(({ id, name: title }) => ({ value: id, label: title })),
          ]}
          value={coordinator}
          onChange={({ currentTarget }) => setCoordinator(currentTarget.value)}
        />
      </FormDialog>
      {factor.dialog}
    </>
  );
}
