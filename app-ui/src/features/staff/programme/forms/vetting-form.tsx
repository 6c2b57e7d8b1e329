import { useState } from 'react';
import { languages, useTranslation } from 'ui-kit';
import type { RuleValue } from '../rules';
import { CheckField, Group, NumberField, Problem, useProblem } from './fields';
import styles from './fields.module.css';
import type { FormProps } from './form-props';
import { Rows } from './rows';

type Kind = RuleValue<'vetting_kinds'>[number];

/** The kind that holds what was recorded before a programme had kinds. */
const VETTING = 'vetting';
/** For how many months a kind is valid, until staff enter something else. */
const PRESET_MONTHS = 24;
const PATH = 'matching/vetting_kinds';

/** A key from an English name, which no other kind has. */
export function keyOf(label: string, taken: readonly string[]): string {
  const plain = label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 36);
  const base = plain === '' ? 'kind' : plain;
  let key = base;
  for (let number = 2; taken.includes(key); number += 1) key = `${base}-${number}`;
  return key;
}

/** The kinds of vetting. The first one takes over what was recorded without kinds. */
export function VettingKindsForm({ value, onChange }: FormProps<'vetting_kinds'>) {
  const { t } = useTranslation('staff');
  const [known] = useState(() => value.map(({ key }) => key));
  const isFirst = value.length === 0;
  const fresh = (): Kind => ({
    key: isFirst
      ? VETTING
      : keyOf(
          '',
          value.map(({ key }) => key),
        ),
    label: isFirst ? { en: t('rules.vettingKinds.first') } : {},
    validMonths: isFirst ? null : PRESET_MONTHS,
    isRequired: true,
    bindsFrom: null,
  });
  return (
    <>
      <p className={styles.hint}>{t('rules.vettingKinds.hint')}</p>
      <Rows
        label={t('rules.names.vetting_kinds')}
        path={PATH}
        rows={value}
        fresh={fresh}
        nameOf={({ label, key }) => label.en ?? key}
        onChange={onChange}
      >
        {(row, change, index) => (
          <>
            <Labels
              row={row}
              path={`${PATH}/${index}/label`}
              onChange={(label) => {
                const others = value.filter((_, at) => at !== index).map(({ key }) => key);
                // The key stays once something may have been recorded under it.
                const isKept = row.key === VETTING || known.includes(row.key);
                change({ label, ...(isKept ? {} : { key: keyOf(label.en ?? '', [...others, ...known]) }) });
              }}
            />
            <CheckField
              label={t('rules.vettingKinds.hasEnd')}
              isChecked={row.validMonths !== null}
              onChange={(hasEnd) => change({ validMonths: hasEnd ? PRESET_MONTHS : null })}
            />
            {row.validMonths !== null && (
              <NumberField
                label={t('rules.vettingKinds.months')}
                value={row.validMonths}
                min={1}
                max={120}
                path={`${PATH}/${index}/valid_months`}
                onChange={(validMonths) => change({ validMonths })}
              />
            )}
            <CheckField
              label={t('rules.vettingKinds.required')}
              isChecked={row.isRequired}
              onChange={(isRequired) => change({ isRequired, ...(isRequired ? {} : { bindsFrom: null }) })}
            />
            {row.isRequired && (
              <BindsFrom
                row={row}
                path={`${PATH}/${index}/binds_from`}
                onChange={(bindsFrom) => change({ bindsFrom })}
              />
            )}
          </>
        )}
      </Rows>
    </>
  );
}

interface LabelsProps {
  row: Kind;
  path: string;
  onChange: (label: Kind['label']) => void;
}

/** The name in each language. Without one in a language, people read the English one. */
function Labels({ row, path, onChange }: LabelsProps) {
  const { t } = useTranslation('staff');
  return (
    <Group label={t('rules.fields.name')} path={path}>
      {languages.map(({ code, name }) => (
        <label key={code} className={styles.field}>
          <bdi>{name}</bdi>
          <input
            required={code === 'en'}
            maxLength={60}
            lang={code}
            dir="auto"
            value={row.label[code] ?? ''}
            onChange={({ target }) => {
              const { [code]: _, ...others } = row.label;
              onChange(target.value === '' ? others : { ...others, [code]: target.value });
            }}
          />
        </label>
      ))}
    </Group>
  );
}

interface BindsFromProps {
  row: Kind;
  path: string;
  onChange: (day: string | null) => void;
}

/** The day from which running contact closes without the kind. */
function BindsFrom({ row, path, onChange }: BindsFromProps) {
  const { t } = useTranslation('staff');
  const problem = useProblem(path);
  return (
    <label className={styles.field}>
      {t('rules.vettingKinds.bindsFrom')}
      <input
        type="date"
        value={row.bindsFrom ?? ''}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem?.id}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      />
      <span className={styles.hint}>
        {t(row.key === VETTING ? 'rules.vettingKinds.bindsAsProgramme' : 'rules.vettingKinds.bindsHint')}
      </span>
      <Problem problem={problem} />
    </label>
  );
}
