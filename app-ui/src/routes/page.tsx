import { type ComponentType, type ReactNode, useEffect } from 'react';
import { Outlet, useLocation, useNavigate, useRouteError } from 'react-router';
import { loadAgain, reportError, useIsOnline } from 'ui-kit';
import { pageTexts } from '../i18n';

interface PageModule {
  Component?: ComponentType;
  ErrorBoundary?: ComponentType;
}

type Load = () => Promise<PageModule>;

/** A page whose code did not come, thrown in its place until it is there. */
class LatePage {
  private module: PageModule | undefined;

  constructor(
    private readonly load: Load,
    readonly cause: unknown,
  ) {}

  async fetch(): Promise<void> {
    this.module = await loadAgain(this.load);
  }

  readonly draw = (): ReactNode => {
    if (!this.module) throw this;
    const { Component = Outlet } = this.module;
    return <Component />;
  };
}

/** A page whose code is fetched when it is wanted. The router never asks again for what failed: so this does not fail. */
export const plainPage = (load: Load) => (): Promise<PageModule> =>
  load().catch((cause: unknown) => ({ Component: new LatePage(load, cause).draw }));

/** The same with the texts that come beside its code. */
export const page = (load: Load) => plainPage(async () => (await Promise.all([load(), pageTexts()]))[0]);

/**
 * What stands in the place of a page: whether there is a network, and the way to another try. A page that was only late is
 * tried once by itself: now, and whenever the network is back.
 */
export function useFailedPage() {
  const error = useRouteError();
  const isOnline = useIsOnline();
  const navigate = useNavigate();
  const location = useLocation();
  const late = error instanceof LatePage ? error : null;
  const show = () => void navigate(location, { replace: true, state: location.state });
  useEffect(() => void reportError(late ? late.cause : error), [late, error]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a try for each return of the network, and no more
  useEffect(() => {
    if (!late || !isOnline) return;
    let isHere = true;
    late.fetch().then(
      () => isHere && show(),
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [late, isOnline]);

  const reload = () => window.location.reload();
  return { isOnline, tryAgain: () => (late ? void late.fetch().then(show, reload) : reload()) };
}
