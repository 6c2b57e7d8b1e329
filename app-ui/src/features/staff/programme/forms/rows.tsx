import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'ui-kit';
import { LinkButton } from '../../../../shared/forms/link-button';
import { Group, Problem, useProblem } from './fields';
import styles from './fields.module.css';

interface RowsProps<Row> {
  label: string;
  /** Of the list in the settings. */
  path: string;
  rows: readonly Row[];
  fresh: () => Row;
  /** The name of a row for its button. */
  nameOf: (row: Row) => string;
  onChange: (rows: Row[]) => void;
  children: (row: Row, change: (changes: Partial<Row>) => void, index: number) => ReactNode;
}

/** A list whose rows are added and removed. */
export function Rows<Row>({ label, path, rows, fresh, nameOf, onChange, children }: RowsProps<Row>) {
  const { t } = useTranslation('staff');
  const add = useRef<HTMLButtonElement>(null);
  const change = (index: number, changes: Partial<Row>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...changes } : row)));
  const remove = (index: number) => {
    onChange(rows.filter((_, at) => at !== index));
    add.current?.focus();
  };
  return (
    <Group label={label}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
        <div key={index} className={styles.row}>
          {children(row, (changes) => change(index, changes), index)}
          <LinkButton
            aria-label={`${t('colleagues.hours.remove')}: ${nameOf(row)}`}
            onClick={() => remove(index)}
          >
            {t('colleagues.hours.remove')}
          </LinkButton>
          <RowProblem path={`${path}/${index}`} />
        </div>
      ))}
      <RowProblem path={path} />
      <Button
        ref={add}
        className={styles.add}
        variant="default"
        aria-label={`${t('colleagues.hours.add')}: ${label}`}
        onClick={() => onChange([...rows, fresh()])}
      >
        {t('colleagues.hours.add')}
      </Button>
    </Group>
  );
}

function RowProblem({ path }: { path: string }) {
  return <Problem problem={useProblem(path)} />;
}

interface DaysRowsProps {
  label: string;
  path: string;
  rows: readonly { from: string; until: string }[];
  onChange: (rows: { from: string; until: string }[]) => void;
}

/** Days, from the first to the last one. */
export function DaysRows({ label, path, rows, onChange }: DaysRowsProps) {
  const { t } = useTranslation('staff');
  return (
    <Rows
      label={label}
      path={path}
      rows={rows}
      fresh={() => ({ from: '', until: '' })}
      nameOf={({ from, until }) => `${from} – ${until}`}
      onChange={onChange}
    >
      {(row, change) => (
        <>
          <label className={styles.field}>
            {t('colleagues.absence.first')}
            <input
              type="date"
              required
              value={row.from}
              onChange={({ target }) =>
                change({
                  from: target.value,
                  ...(row.until < target.value ? { until: target.value } : {}),
                })
              }
            />
          </label>
          <label className={styles.field}>
            {t('colleagues.absence.last')}
            <input
              type="date"
              required
              value={row.until}
              onChange={({ target }) => change({ until: target.value })}
            />
          </label>
        </>
      )}
    </Rows>
  );
}
