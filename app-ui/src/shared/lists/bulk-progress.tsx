import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { announce, ErrorState, useErrorText, useTranslation } from 'ui-kit';
import styles from './bulk-bar.module.css';
import { BulkRefusal, type BulkRun, toCsv } from './bulk-run';
import { saveFile } from './save-file';

interface BulkProgressProps<Row> {
  label: string;
  run: BulkRun<Row>;
  nameOf: (row: Row) => string;
  onClose: () => void;
}

/** How far an act on many rows is, and what failed. */
export function BulkProgress<Row>({ label, run, nameOf, onClose }: BulkProgressProps<Row>) {
  const { t } = useTranslation('lists');
  const serverText = useErrorText();
  const errorText = (cause: unknown) => (cause instanceof BulkRefusal ? cause.message : serverText(cause));
  const { phase, total, done, failures, error } = useSyncExternalStore(run.subscribe, run.getSnapshot);
  const over = done + failures.length;
  const isRunning = phase === 'collecting' || phase === 'running';
  const saveFailures = () => {
    const lines = failures.map(({ row, error: cause }) => [nameOf(row), errorText(cause)]);
    const text = toCsv([[t('list.name'), t('list.problem')], ...lines]);
    // The mark tells spreadsheets that the file is UTF-8.
    saveFile(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }), `${label}.csv`);
    announce(t('list.saved'));
  };
  if (phase === 'failed') {
    return (
      <div className={styles.bar}>
        <ErrorState error={error} onRetry={() => void run.start()} />
        <Button variant="subtle" onClick={onClose}>
          {t('list.close')}
        </Button>
      </div>
    );
  }
  return (
    <section className={styles.bar} aria-label={label}>
      <div className={styles.progress} role="status">
        <p className={styles.count}>{label}</p>
        <progress
          max={Math.max(total, 1)}
          value={phase === 'collecting' ? undefined : over}
          aria-label={label}
        />
        <p>
          {isRunning
            ? t('list.progress', { over, total })
            : t(phase === 'cancelled' ? 'list.cancelled' : 'list.finished', { over: done, total })}
        </p>
      </div>
      {failures.length > 0 && (
        <details className={styles.failures}>
          <summary>{t('list.failed', { total: failures.length })}</summary>
          <ul>
            {failures.map(({ row, error: cause }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: failures are only added
              <li key={index}>
                <bdi>{nameOf(row)}</bdi>: {errorText(cause)}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className={styles.acts}>
        {failures.length > 0 && !isRunning && (
          <Button variant="light" onClick={saveFailures}>
            {t('list.saveFailed')}
          </Button>
        )}
        {isRunning ? (
          <Button variant="default" onClick={() => run.cancel()}>
            {t('list.cancel')}
          </Button>
        ) : (
          <Button variant="default" onClick={onClose}>
            {t('list.close')}
          </Button>
        )}
      </div>
    </section>
  );
}
