import { type ComponentType, lazy, useCallback, useEffect, useReducer } from 'react';
import { toast } from '../app/toast';
import { loadAgain } from '../errors/late-styles';
import { NetworkError } from '../http/errors';
import { useErrorText } from '../http/use-error-text';
import { ErrorState } from './states';
import { useIsOnline } from './use-is-online';

/**
 * What becomes of a part whose code does not come. `closes`: it was asked for by a press, and is put away again with a word
 * (it has `onClose`); `says`: it says so in its place and offers another try; `waits`: nobody misses it yet.
 */
type WhenLate = 'closes' | 'says' | 'waits';

interface Module<Props> {
  default: ComponentType<Props>;
}

type Load<Props> = () => Promise<Module<Props>>;

const WAIT_MS = 10_000;

/** Code that is fetched when it is first drawn. React's own `lazy` would take the whole page along when that fails, for good. */
export const lazyPart = <Props extends object>(load: Load<Props>, whenLate: WhenLate) =>
  lazy<ComponentType<Props>>(() =>
    load().catch(() => {
      const part: MissingPart<Props> = { load, whenLate };
      return { default: (props: Props) => <Late part={part} props={props} /> };
    }),
  );

interface MissingPart<Props> {
  load: Load<Props>;
  whenLate: WhenLate;
  /** Since it came after all. */
  Part?: ComponentType<Props>;
}

function Late<Props extends object>({ part, props }: { part: MissingPart<Props>; props: Props }) {
  const errorText = useErrorText();
  const isOnline = useIsOnline();
  const { Part, load, whenLate } = part;
  const [, drawn] = useReducer(increase, 0);
  const [failures, failed] = useReducer(increase, 0);
  const fetch = useCallback(
    () =>
      loadAgain(load).then((module) => {
        part.Part = module.default;
        drawn();
      }, failed),
    [part, load],
  );

  // Once now, perhaps the network was back sooner than the person; then whenever it is.
  useEffect(() => {
    if (part.Part === undefined && (isOnline || whenLate === 'closes')) void fetch();
  }, [part, whenLate, isOnline, fetch]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is answered once
  useEffect(() => {
    if (failures === 0 || part.Part !== undefined) return;
    if (whenLate === 'closes') {
      void toast(errorText(new NetworkError()), 'danger');
      (props as { onClose?: () => void }).onClose?.();
    } else if (whenLate === 'waits') {
      const timer = setTimeout(() => void fetch(), WAIT_MS);
      return () => clearTimeout(timer);
    }
  }, [failures]);

  if (Part) return <Part {...props} />;
  return whenLate === 'says' ? <ErrorState error={new NetworkError()} onRetry={() => void fetch()} /> : null;
}

const increase = (before: number): number => before + 1;
