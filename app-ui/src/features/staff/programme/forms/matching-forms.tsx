import { useTranslation } from 'ui-kit';
import { ChoiceField, NumberField } from './fields';
import type { FormProps } from './form-props';

export function ExpiryForm({ value, onChange }: FormProps<'expiry'>) {
  const { t } = useTranslation('staff');
  return (
    <>
      <NumberField
        label={t('rules.fields.menteeHours')}
        value={value.mentee}
        min={1}
        max={1000}
        path="matching/expiry_hours"
        onChange={(mentee) => onChange({ ...value, mentee })}
      />
      <NumberField
        label={t('rules.fields.mentorHours')}
        value={value.mentor}
        min={1}
        max={1000}
        path=""
        onChange={(mentor) => onChange({ ...value, mentor })}
      />
    </>
  );
}

export function RoundsForm({ value, onChange }: FormProps<'rounds'>) {
  const { t } = useTranslation('staff');
  return (
    <>
      <NumberField
        label={t('rules.fields.roundDays')}
        value={value.everyDays}
        min={0}
        max={365}
        path="matching/round_every_days"
        onChange={(everyDays) => onChange({ ...value, everyDays })}
      />
      <NumberField
        label={t('rules.fields.proposals')}
        value={value.proposals}
        min={1}
        max={8}
        path="matching/proposals"
        onChange={(proposals) => onChange({ ...value, proposals })}
      />
      <NumberField
        label={t('rules.fields.waitingRounds')}
        value={value.waitingRounds}
        min={0}
        max={100}
        path=""
        onChange={(waitingRounds) => onChange({ ...value, waitingRounds })}
      />
    </>
  );
}

export function PlacesForm({ value, onChange }: FormProps<'places'>) {
  const { t } = useTranslation('staff');
  return (
    <>
      <ChoiceField
        label={t('rules.fields.kind')}
        value={value.kind}
        options={[
          ['1to1', t('rules.fields.pairs')],
          ['1toM', t('rules.fields.group')],
        ]}
        onChange={(kind) => onChange({ ...value, kind })}
      />
      {value.kind === '1to1' && (
        <NumberField
          label={t('rules.fields.places')}
          value={value.places}
          min={1}
          max={20}
          path="matching/mentors"
          onChange={(places) => onChange({ ...value, places })}
        />
      )}
    </>
  );
}

const GROUP_FIELDS = [
  ['minimum', 1, 20, ''],
  ['size', 2, 20, 'matching/groups'],
  ['startsAfterDays', 0, 255, ''],
  ['waitsAtMostDays', 0, 255, 'matching/groups/waits_at_most_days'],
  ['yearsApart', 0, 100, ''],
] as const;

export function GroupsForm({ value, onChange }: FormProps<'groups'>) {
  const { t } = useTranslation('staff');
  return (
    <>
      {GROUP_FIELDS.map(([field, min, max, path]) => (
        <NumberField
          key={field}
          label={t(`rules.fields.groups.${field}`)}
          value={value[field]}
          min={min}
          max={max}
          path={path}
          onChange={(number) => onChange({ ...value, [field]: number })}
        />
      ))}
    </>
  );
}
