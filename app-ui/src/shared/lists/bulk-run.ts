import { HttpError } from 'ui-kit';

export interface BulkState<Row> {
  phase: 'collecting' | 'running' | 'cancelled' | 'finished' | 'failed';
  /** Known when the rows are. */
  total: number;
  done: number;
  failures: readonly { row: Row; error: unknown }[];
  /** Why the rows could not be collected. */
  error: unknown;
}

/** Why an act is not done for a row, in the language of the reader. */
export class BulkRefusal extends Error {}

/** Acts that run at the same time. */
const CONCURRENCY = 4;
const DEFAULT_WAIT_S = 5;

/**
 * Runs an act for each of many rows. A failure stops no other row. Cancelling begins no further rows and lets those that
 * have begun end, so that each row is either done, failed or untouched.
 */
export class BulkRun<Row> {
  private state: BulkState<Row> = { phase: 'collecting', total: 0, done: 0, failures: [], error: null };
  private readonly listeners = new Set<() => void>();
  private readonly abort = new AbortController();

  constructor(
    private readonly collect: (signal: AbortSignal) => Promise<readonly Row[]>,
    private readonly act: (row: Row) => Promise<unknown>,
    private readonly wait: (seconds: number) => Promise<void> = (seconds) =>
      new Promise((resolve) => setTimeout(resolve, seconds * 1_000)),
  ) {}

  readonly getSnapshot = (): BulkState<Row> => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Resolves when nothing runs any more. Never rejects. */
  async start(): Promise<void> {
    let rows: readonly Row[];
    try {
      rows = await this.collect(this.abort.signal);
    } catch (error) {
      this.set(this.abort.signal.aborted ? { phase: 'cancelled' } : { phase: 'failed', error });
      return;
    }
    this.set({ phase: 'running', total: rows.length });
    const left = rows.values();
    const worker = async () => {
      for (const row of left) {
        if (this.abort.signal.aborted) return;
        await this.run(row);
      }
    };
    // The workers share one iterator: each row is taken once.
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    const isOver = this.state.done + this.state.failures.length === rows.length;
    this.set({ phase: isOver ? 'finished' : 'cancelled' });
  }

  cancel(): void {
    this.abort.abort();
  }

  private async run(row: Row): Promise<void> {
    try {
      await this.act(row);
      this.set({ done: this.state.done + 1 });
    } catch (error) {
      if (error instanceof HttpError && error.status === 429 && !this.abort.signal.aborted) {
        await this.wait(error.retryAfter ?? DEFAULT_WAIT_S);
        return this.run(row);
      }
      this.set({ failures: [...this.state.failures, { row, error }] });
    }
  }

  private set(change: Partial<BulkState<Row>>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** What a spreadsheet may read as the start of a formula, where a cell begins or might begin with another separator. */
const FORMULA = /(^|[;\t\r\n])([ "]*)(?=[=+\-@＝＋－＠])/g;

/** Returns a cell of a CSV file. Text that a spreadsheet would calculate gets an apostrophe, as in exports of the server. */
function csvCell(text: string): string {
  const safe = text.replace(FORMULA, "$1$2'").replace(/^[\t\r]/, "'$&");
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Returns the text of a CSV file. */
export const toCsv = (lines: readonly (readonly string[])[]): string =>
  lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('');
