import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'ui-kit';
import styles from './bulk-bar.module.css';
import { BulkProgress } from './bulk-progress';
import { BulkRefusal, BulkRun } from './bulk-run';
import { type Sentence, SentenceDialog } from './sentence-dialog';
import { everyRow, type ListDefinition, listKey } from './use-list';
import type { Selection } from './use-selection';

/** Does an act for one row. A refusal is shown at the row. */
type RowAct<Row> = (row: Row) => Promise<unknown>;

/** The form of an act: what it asks decides what is done for each row. */
export interface BulkFormProps<Row> {
  title: string;
  /** Of the rows. */
  count: number;
  /** The rows, for forms that show something about each. */
  collect: (signal: AbortSignal) => Promise<readonly Row[]>;
  onSubmit: (act: RowAct<Row>) => void;
  onClose: () => void;
}

/** An act on a row that staff can do for many. */
export type BulkAct<Row> = {
  id: string;
  label: string;
  icon: LucideIcon;
  /** Why it is not done for a row; null if it is. */
  refusal?: (row: Row) => string | null;
} & (
  | {
      /** Asked before it begins: one sentence for all rows. */
      sentence?: Sentence;
      act: (row: Row, sentence: string) => Promise<unknown>;
    }
  | { form: ComponentType<BulkFormProps<Row>> }
);

interface BulkBarProps<Row> {
  definition: ListDefinition<Row>;
  parameters: Readonly<Record<string, string>>;
  selection: Selection;
  acts: readonly BulkAct<Row>[];
  loaded: readonly Row[];
  total: number;
  nameOf: (row: Row) => string;
}

/** What is selected, what can be done with it, and how far that is. */
export function BulkBar<Row>({
  definition,
  parameters,
  selection,
  acts,
  loaded,
  total,
  nameOf,
}: BulkBarProps<Row>) {
  const { t } = useTranslation('lists');
  const queries = useQueryClient();
  const [running, setRunning] = useState<{ label: string; run: BulkRun<Row> } | null>(null);
  const [asked, setAsked] = useState<BulkAct<Row> | null>(null);
  const { count, isAll, isSelected } = selection;
  if (running !== null) {
    return (
      <BulkProgress
        {...running}
        nameOf={nameOf}
        onClose={() => {
          setRunning(null);
          selection.clear();
        }}
      />
    );
  }
  if (count === 0) return null;

  // All that match are collected first: what the act changes may leave the list, or move in it.
  const collect = async (signal: AbortSignal) => {
    const rows = isAll ? await everyRow(definition, parameters, signal) : loaded;
    return rows.filter((row) => isSelected(definition.idOf(row)));
  };
  const start = ({ label, refusal }: BulkAct<Row>, act: RowAct<Row>) => {
    const run = new BulkRun(collect, async (row: Row) => {
      const why = refusal?.(row) ?? null;
      if (why !== null) throw new BulkRefusal(why);
      await act(row);
    });
    setRunning({ label, run });
    void run.start().then(() => queries.invalidateQueries({ queryKey: listKey(definition) }));
  };
  const canSelectAll = !isAll && selection.areLoadedSelected && count < total;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.bar} role="group" aria-label={t('list.selection')}>
      <p className={styles.count}>{t('list.selected', { total: count })}</p>
      {canSelectAll && (
        <Button variant="subtle" size="compact-md" onClick={selection.selectAll}>
          {t('list.selectAll', { total })}
        </Button>
      )}
      <div className={styles.acts}>
        {acts.map((act) => (
          <Button
            key={act.id}
            variant="light"
            leftSection={<act.icon aria-hidden size={17} />}
            onClick={() =>
              'form' in act || act.sentence ? setAsked(act) : start(act, (row) => act.act(row, ''))
            }
          >
            {act.label}
          </Button>
        ))}
        <Button variant="subtle" onClick={selection.clear}>
          {t('list.clearSelection')}
        </Button>
      </div>
      {asked !== null && (
        <ActForm
          act={asked}
          count={count}
          collect={collect}
          onSubmit={(act) => {
            setAsked(null);
            start(asked, act);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

function ActForm<Row>({ act, ...form }: { act: BulkAct<Row> } & Omit<BulkFormProps<Row>, 'title'>) {
  if ('form' in act) return <act.form title={act.label} {...form} />;
  const { onSubmit, onClose } = form;
  if (!act.sentence) return null;
  return (
    <SentenceDialog
      {...act.sentence}
      title={act.label}
      onSubmit={(sentence) => onSubmit((row) => act.act(row, sentence))}
      onClose={onClose}
    />
  );
}
