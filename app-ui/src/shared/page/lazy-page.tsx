import { type ComponentType, type ReactNode, useEffect } from 'react';
import { Outlet, useLocation, useNavigate, useRouteError } from 'react-router';
import { reportError, retryLoad, useIsOnline } from 'ui-kit';
import { loadPageTexts } from '../../i18n';

interface PageModule {
  Component?: ComponentType;
  ErrorBoundary?: ComponentType;
}

/** Milliseconds between attempts to load a page while there is a network. */
const RETRY_MS = 2_000;

type Load = () => Promise<PageModule>;

/** A page whose code failed to load. Rendering it throws it to the error boundary until a retry succeeds. */
class FailedPage {
  private module: PageModule | undefined;

  constructor(
    private readonly load: Load,
    readonly cause: unknown,
  ) {}

  async retry(): Promise<void> {
    this.module = await retryLoad(this.load);
  }

  readonly render = (): ReactNode => {
    if (!this.module) throw this;
    const { Component = Outlet } = this.module;
    return <Component />;
  };
}

/** Loads the code of a page on demand. Never rejects, because the router does not call a rejected loader again. */
export const lazyPage = (load: Load) => (): Promise<PageModule> =>
  load().catch((cause: unknown) => ({ Component: new FailedPage(load, cause).render }));

/** Loads a page together with the texts that the first load leaves out. */
export const page = (load: Load) => lazyPage(async () => (await Promise.all([load(), loadPageTexts()]))[0]);

/**
 * Returns what an error boundary shows in place of a page: whether there is a network, and a function that retries. A page
 * whose code failed to load is also retried at once, and while there is a network.
 */
export function useFailedPage() {
  const error = useRouteError();
  const isOnline = useIsOnline();
  const navigate = useNavigate();
  const location = useLocation();
  const failedPage = error instanceof FailedPage ? error : null;
  const show = () => void navigate(location, { replace: true, state: location.state });
  useEffect(() => void reportError(failedPage ? failedPage.cause : error), [failedPage, error]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: attempts begin with each return of the network
  useEffect(() => {
    if (!failedPage || !isOnline) return;
    let isMounted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The first requests after the network is back may still fail.
    const attempt = () =>
      failedPage.retry().then(
        () => isMounted && show(),
        () => {
          if (isMounted) timer = setTimeout(attempt, RETRY_MS);
        },
      );
    void attempt();
    return () => {
      isMounted = false;
      clearTimeout(timer);
    };
  }, [failedPage, isOnline]);

  const reload = () => window.location.reload();
  return { isOnline, retry: () => (failedPage ? void failedPage.retry().then(show, reload) : reload()) };
}
