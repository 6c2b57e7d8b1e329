import { type ReactNode, useContext } from 'react';
import { useTranslation } from 'ui-kit';
import { LinkButton } from '../../../../shared/forms/link-button';
import { OrderedRows } from '../../components/ordered-rows';
import { ChoicesContext } from '../choices';
import type { ProgrammeRules } from '../rules';
import { useRuleTexts } from '../use-rule-texts';
import { AddChoice } from './add-choice';
import { CheckField, Group, NumberField, Problem, useProblem } from './fields';
import styles from './fields.module.css';
import type { FormProps } from './form-props';

/** What a session that is added is due after, until staff enter something else. */
const PRESET_DAYS = 14;
const ROLES = ['mentee', 'mentor'] as const;

export function MentorshipSessionsForm({ value, onChange }: FormProps<'mentorship_sessions'>) {
  const { t } = useTranslation('staff');
  const { mentorshipSessions } = useContext(ChoicesContext);
  return (
    <NamedRows
      label={t('rules.fields.sessions')}
      path="curriculum"
      choices={mentorshipSessions}
      rows={value}
      keyOf={({ session }) => session}
      fresh={(session) => ({
        session,
        dueAfterDays: Math.max(PRESET_DAYS, (value.at(-1)?.dueAfterDays ?? 0) + PRESET_DAYS),
      })}
      onChange={onChange}
    >
      {(row, change, index) => (
        <NumberField
          label={t('rules.fields.dueAfterDays')}
          value={row.dueAfterDays}
          min={1}
          max={730}
          path={`curriculum/${index}/due_after_days`}
          onChange={(dueAfterDays) => change({ ...row, dueAfterDays })}
        />
      )}
    </NamedRows>
  );
}

export function PinnedSessionsForm({ value, onChange }: FormProps<'pinned_sessions'>) {
  const { t } = useTranslation('staff');
  const { hubSessions } = useContext(ChoicesContext);
  return (
    <NamedRows
      label={t('rules.fields.sessions')}
      path="pinned_sessions"
      choices={hubSessions}
      rows={value}
      keyOf={(session) => session}
      fresh={(session) => session}
      onChange={onChange}
    />
  );
}

export function OfferedSurveysForm({ value, onChange }: FormProps<'offered_surveys'>) {
  const { t } = useTranslation('staff');
  const { surveys } = useContext(ChoicesContext);
  return (
    <NamedRows
      label={t('rules.fields.surveys')}
      path="surveys"
      choices={surveys}
      rows={value}
      keyOf={({ survey }) => survey}
      fresh={(survey) => ({ survey, roles: [...ROLES], opensLater: false })}
      onChange={onChange}
    >
      {(row, change) => (
        <>
          {ROLES.map((role) => (
            <CheckField
              key={role}
              label={t(`rules.fields.roles.${role}`)}
              isChecked={row.roles.includes(role)}
              onChange={(isChecked) =>
                change({
                  ...row,
                  roles: ROLES.filter((one) => (one === role ? isChecked : row.roles.includes(one))),
                })
              }
            />
          ))}
          {row.opensLater && <p className={styles.hint}>{t('rules.fields.opensLater')}</p>}
        </>
      )}
    </NamedRows>
  );
}

interface NamedRowsProps<Row> {
  label: string;
  /** Of the list in the settings. */
  path: string;
  choices: ProgrammeRules['choices']['surveys'];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  fresh: (key: string) => Row;
  onChange: (rows: Row[]) => void;
  children?: (row: Row, change: (row: Row) => void, index: number) => ReactNode;
}

/** Sessions or surveys in an order: each is there once. */
function NamedRows<Row>({
  label,
  path,
  choices,
  rows,
  keyOf,
  fresh,
  onChange,
  children,
}: NamedRowsProps<Row>) {
  const { t } = useTranslation('staff');
  const { nameOf } = useRuleTexts();
  return (
    <Group label={label} path={path}>
      <OrderedRows
        rows={rows}
        idOf={keyOf}
        labelOf={(row) => nameOf(keyOf(row))}
        onChange={(next) => onChange([...next])}
      >
        {(row, index) => (
          <>
            <span className={styles.named}>
              <span>
                {index + 1}. <bdi>{nameOf(keyOf(row))}</bdi>
              </span>
              <LinkButton
                aria-label={`${t('colleagues.hours.remove')}: ${nameOf(keyOf(row))}`}
                onClick={() => onChange(rows.filter((one) => one !== row))}
              >
                {t('colleagues.hours.remove')}
              </LinkButton>
            </span>
            {children?.(row, (next) => onChange(rows.map((one) => (one === row ? next : one))), index)}
            <RowProblem path={`${path}/${index}`} />
          </>
        )}
      </OrderedRows>
      <AddChoice
        choices={choices.filter(({ key }) => rows.every((row) => keyOf(row) !== key))}
        onAdd={(key) => onChange([...rows, fresh(key)])}
      />
    </Group>
  );
}

function RowProblem({ path }: { path: string }) {
  return <Problem problem={useProblem(path)} />;
}
