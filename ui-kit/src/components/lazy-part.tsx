import { type ComponentType, lazy, useCallback, useEffect, useReducer } from 'react';
import { toast } from '../app/toast';
import { retryLoad } from '../errors/retry-load';
import { NetworkError } from '../http/errors';
import { useErrorText } from '../http/use-error-text';
import { ErrorState } from './states';
import { useIsOnline } from './use-is-online';

/**
 * What to do when the code of a part fails to load. `closes`: call `onClose` and show a toast; `error`: show the
 * error with a retry button; `retry`: retry in the background.
 */
type WhenFailed = 'closes' | 'error' | 'retry';

interface Module<Props> {
  default: ComponentType<Props>;
}

type Load<Props> = () => Promise<Module<Props>>;

const RETRY_DELAY_MS = 10_000;

/**
 * Loads a component on first render. Unlike React's `lazy`, a failed load does not throw to the page and can be
 * repeated.
 */
export const lazyPart = <Props extends object>(load: Load<Props>, whenFailed: WhenFailed) =>
  lazy<ComponentType<Props>>(() =>
    load().catch(() => {
      const part: MissingPart<Props> = { load, whenFailed };
      return { default: (props: Props) => <LazyFallback part={part} props={props} /> };
    }),
  );

interface MissingPart<Props> {
  load: Load<Props>;
  whenFailed: WhenFailed;
  /** Set when a retry has succeeded. */
  Part?: ComponentType<Props>;
}

function LazyFallback<Props extends object>({ part, props }: { part: MissingPart<Props>; props: Props }) {
  const errorText = useErrorText();
  const isOnline = useIsOnline();
  const { Part, load, whenFailed } = part;
  const [, rerender] = useReducer(increase, 0);
  const [failures, countFailure] = useReducer(increase, 0);
  const fetch = useCallback(
    () =>
      retryLoad(load).then((module) => {
        part.Part = module.default;
        rerender();
      }, countFailure),
    [part, load],
  );

  // Retries at once and each time the network returns.
  useEffect(() => {
    if (part.Part === undefined && (isOnline || whenFailed === 'closes')) void fetch();
  }, [part, whenFailed, isOnline, fetch]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per failure
  useEffect(() => {
    if (failures === 0 || part.Part !== undefined) return;
    if (whenFailed === 'closes') {
      void toast(errorText(new NetworkError()), 'danger');
      (props as { onClose?: () => void }).onClose?.();
    } else if (whenFailed === 'retry') {
      const timer = setTimeout(() => void fetch(), RETRY_DELAY_MS);
      return () => clearTimeout(timer);
    }
  }, [failures]);

  if (Part) return <Part {...props} />;
  return whenFailed === 'error' ? (
    <ErrorState error={new NetworkError()} onRetry={() => void fetch()} />
  ) : null;
}

const increase = (before: number): number => before + 1;
