import { useTranslation } from 'ui-kit';
import type { RuleValue } from '../rules';
import { useRuleTexts } from '../use-rule-texts';
import { CheckField, ChoiceField, Group, NumberField, TimeField } from './fields';
import styles from './fields.module.css';
import type { FormProps } from './form-props';
import { DaysRows, Rows } from './rows';

const WEEK = [0, 1, 2, 3, 4, 5, 6] as const;

export function ContactForm({ value, onChange }: FormProps<'contact'>) {
  const { t } = useTranslation('staff');
  return (
    <NumberField
      label={t('rules.fields.everyWeeks')}
      value={value.everyWeeks}
      min={1}
      max={8}
      path="contact/every_weeks"
      onChange={(everyWeeks) => onChange({ everyWeeks })}
    />
  );
}

export function TeamForm({ value, onChange }: FormProps<'team'>) {
  const { t } = useTranslation('staff');
  const texts = useRuleTexts();
  const change = (changes: Partial<RuleValue<'team'>>) => onChange({ ...value, ...changes });
  return (
    <>
      <Group label={t('rules.fields.days')} path="team/days">
        <div className={styles.days}>
          {WEEK.map((day) => (
            <CheckField
              key={day}
              label={texts.weekday(day)}
              isChecked={value.days.includes(day)}
              onChange={(isChecked) =>
                change({ days: WEEK.filter((one) => (one === day ? isChecked : value.days.includes(one))) })
              }
            />
          ))}
        </div>
      </Group>
      <TimeField
        label={t('colleagues.hours.from')}
        value={value.from}
        onChange={(from) => change({ from })}
      />
      <TimeField
        label={t('colleagues.hours.until')}
        value={value.until}
        path="team/until"
        onChange={(until) => change({ until })}
      />
      <DaysRows
        label={t('rules.fields.away')}
        path="team/away"
        rows={value.away}
        onChange={(away) => change({ away })}
      />
    </>
  );
}

export function BlackoutForm({ value, onChange }: FormProps<'blackout'>) {
  const { t } = useTranslation('staff');
  const texts = useRuleTexts();
  const change = (changes: Partial<RuleValue<'blackout'>>) => onChange({ ...value, ...changes });
  return (
    <>
      <ChoiceField
        label={t('rules.fields.rests')}
        value={value.refusesSending ? 'both' : 'calls'}
        options={[
          ['calls', t('rules.fields.restsCalls')],
          ['both', t('rules.fields.restsBoth')],
        ]}
        onChange={(rests) => change({ refusesSending: rests === 'both' })}
      />
      <Rows
        label={t('rules.fields.weekly')}
        path="blackout/weekly"
        rows={value.weekly}
        fresh={() => ({ weekday: 0, from: 21 * 60, until: 7 * 60 })}
        nameOf={texts.weekly}
        onChange={(weekly) => change({ weekly })}
      >
        {(row, changeRow) => (
          <>
            <label className={styles.field}>
              {t('colleagues.hours.day')}
              <select
                value={row.weekday}
                onChange={({ target }) => changeRow({ weekday: Number(target.value) })}
              >
                {WEEK.map((day) => (
                  <option key={day} value={day}>
                    {texts.weekday(day)}
                  </option>
                ))}
              </select>
            </label>
            <TimeField
              label={t('colleagues.hours.from')}
              value={row.from}
              onChange={(from) => changeRow({ from })}
            />
            <TimeField
              label={t('colleagues.hours.until')}
              value={row.until}
              onChange={(until) => changeRow({ until })}
            />
          </>
        )}
      </Rows>
      <Rows
        label={t('rules.fields.dated')}
        path="blackout/dated"
        rows={value.dated}
        fresh={() => ({ from: '', until: '' })}
        nameOf={({ from, until }) => `${from} – ${until}`}
        onChange={(dated) => change({ dated })}
      >
        {(row, changeRow) => (
          <>
            <label className={styles.field}>
              {t('colleagues.hours.from')}
              <input
                type="datetime-local"
                required
                value={row.from.slice(0, 16)}
                onChange={({ target }) => changeRow({ from: withSeconds(target.value) })}
              />
            </label>
            <label className={styles.field}>
              {t('colleagues.hours.until')}
              <input
                type="datetime-local"
                required
                value={row.until.slice(0, 16)}
                onChange={({ target }) => changeRow({ until: withSeconds(target.value) })}
              />
            </label>
          </>
        )}
      </Rows>
    </>
  );
}

const withSeconds = (local: string) => (local === '' ? '' : `${local.slice(0, 16)}:00`);

export function StreakForm({ value, onChange }: FormProps<'streak'>) {
  const { t } = useTranslation('staff');
  return (
    <>
      <CheckField
        label={t('rules.fields.streaks')}
        isChecked={!value.isOff}
        onChange={(isOn) => onChange({ ...value, isOff: !isOn })}
      />
      <DaysRows
        label={t('rules.fields.holidays')}
        path="streak/holidays"
        rows={value.holidays}
        onChange={(holidays) => onChange({ ...value, holidays })}
      />
    </>
  );
}

const REACTIONS = ['off', 'tell', 'warn'] as const;

export function DetectionForm({ value, onChange }: FormProps<'detection'>) {
  const { t } = useTranslation('staff');
  const options = (reactions: readonly (typeof REACTIONS)[number][]) =>
    reactions.map((reaction) => [reaction, t(`rules.fields.reactions.${reaction}`)] as const);
  return (
    <>
      <ChoiceField
        label={t('rules.fields.contactDetails')}
        value={value.contact}
        options={options(REACTIONS)}
        onChange={(contact) => onChange({ ...value, contact })}
      />
      <ChoiceField
        label={t('rules.fields.secrecy')}
        value={value.secrecy}
        options={options(REACTIONS)}
        onChange={(secrecy) => onChange({ ...value, secrecy })}
      />
      <ChoiceField
        label={t('rules.fields.abuse')}
        value={value.abuse}
        options={options(['off', 'tell'])}
        onChange={(abuse) => onChange({ ...value, abuse })}
      />
      <CheckField
        label={t('rules.fields.amongAdults')}
        isChecked={value.amongAdults}
        onChange={(amongAdults) => onChange({ ...value, amongAdults })}
      />
    </>
  );
}
