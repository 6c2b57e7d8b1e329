import { useState } from 'react';
import { useTranslation } from 'ui-kit';
import { CheckField, Group, NumberField, Problem, useProblem } from './fields';
import styles from './fields.module.css';
import type { FormProps } from './form-props';
import { Rows } from './rows';

export function SignUpForm({ value, onChange }: FormProps<'sign_up'>) {
  const { t } = useTranslation('staff');
  return (
    <CheckField
      label={t('rules.fields.isOpen')}
      isChecked={value.isOpen}
      onChange={(isOpen) => onChange({ isOpen })}
    />
  );
}

interface LinesFieldProps {
  label: string;
  values: readonly string[];
  path: string;
  /** What stands between two values. */
  separator: RegExp;
  onChange: (values: string[]) => void;
}

/** Codes may have spaces and commas. */
const BETWEEN_CODES = /[\r\n]+/;
const BETWEEN_DOMAINS = /[\s,;]+/;

const linesOf = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Short texts, one in a line. */
function LinesField({ label, values, path, separator, onChange }: LinesFieldProps) {
  const { t } = useTranslation('staff');
  const [typed, setTyped] = useState(values.join('\n'));
  // Another row may have moved here.
  const isTyped = linesOf(typed, separator).join('\n') === values.join('\n');
  return (
    <label className={styles.field}>
      {label}
      <textarea
        rows={3}
        value={isTyped ? typed : values.join('\n')}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(linesOf(target.value, separator));
        }}
      />
      <span className={styles.hint}>{t('rules.fields.lines')}</span>
      {values.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line may be there twice
        <LineProblem key={index} path={`${path}/${index}`} line={line} />
      ))}
    </label>
  );
}

/** The problem of a line, with the line. */
function LineProblem({ path, line }: { path: string; line: string }) {
  const problem = useProblem(path);
  return <Problem problem={problem && { ...problem, text: `${line}: ${problem.text}` }} />;
}

export function DomainsForm({ value, onChange }: FormProps<'domains'>) {
  const { t } = useTranslation('staff');
  return (
    <>
      <LinesField
        label={t('rules.fields.mentees')}
        values={value.mentees}
        path="sign_up/email_domains/mentees"
        separator={BETWEEN_DOMAINS}
        onChange={(mentees) => onChange({ ...value, mentees })}
      />
      <LinesField
        label={t('rules.fields.mentors')}
        values={value.mentors}
        path="sign_up/email_domains/mentors"
        separator={BETWEEN_DOMAINS}
        onChange={(mentors) => onChange({ ...value, mentors })}
      />
    </>
  );
}

export function InstitutionsForm({ value, onChange }: FormProps<'institutions'>) {
  const { t } = useTranslation('staff');
  return (
    <Rows
      label={t('rules.names.institutions')}
      path="sign_up/institutions"
      rows={value}
      fresh={() => ({ name: '', codes: [] })}
      nameOf={({ name }) => name}
      onChange={onChange}
    >
      {(row, change, index) => (
        <>
          <label className={styles.field}>
            {t('rules.fields.name')}
            <input required value={row.name} onChange={({ target }) => change({ name: target.value })} />
          </label>
          <LinesField
            label={t('rules.fields.codes')}
            values={row.codes}
            path={`sign_up/institutions/${index}/codes`}
            separator={BETWEEN_CODES}
            onChange={(codes) => change({ codes })}
          />
        </>
      )}
    </Rows>
  );
}

export function ApprovalForm({ value, onChange }: FormProps<'approval'>) {
  const { t } = useTranslation('staff');
  const roles = ['mentor', 'mentee'] as const;
  return (
    <Group label={t('rules.fields.approval')}>
      {roles.map((role) => (
        <CheckField
          key={role}
          label={t(`rules.fields.${role}s`)}
          isChecked={value.includes(role)}
          onChange={(isChecked) =>
            onChange(roles.filter((one) => (one === role ? isChecked : value.includes(one))))
          }
        />
      ))}
    </Group>
  );
}

export function FactsForm({ value, onChange }: FormProps<'facts'>) {
  const { t } = useTranslation('staff');
  return (
    <>
      <CheckField
        label={t('rules.fields.vetting')}
        isChecked={value.vetting}
        onChange={(vetting) => onChange({ ...value, vetting })}
      />
      <CheckField
        label={t('rules.fields.consent')}
        isChecked={value.guardianConsent}
        onChange={(guardianConsent) => onChange({ ...value, guardianConsent })}
      />
      <NumberField
        label={t('rules.fields.mentorAge')}
        value={value.mentorMinimumAge}
        min={16}
        max={99}
        path="matching/mentor_minimum_age"
        onChange={(mentorMinimumAge) => onChange({ ...value, mentorMinimumAge })}
      />
    </>
  );
}

export function AgesForm({ value, onChange }: FormProps<'mentee_ages'>) {
  const { t } = useTranslation('staff');
  const isAny = value.from === null || value.to === null;
  return (
    <>
      <CheckField
        label={t('rules.fields.anyAge')}
        isChecked={isAny}
        onChange={(any) => onChange(any ? { from: null, to: null } : { from: 14, to: 19 })}
      />
      {!isAny && (
        <>
          <NumberField
            label={t('rules.fields.youngest')}
            value={value.from ?? 0}
            min={0}
            max={120}
            path=""
            onChange={(from) => onChange({ ...value, from })}
          />
          <NumberField
            label={t('rules.fields.oldest')}
            value={value.to ?? 0}
            min={0}
            max={120}
            path="matching/mentee_ages"
            onChange={(to) => onChange({ ...value, to })}
          />
        </>
      )}
    </>
  );
}
