import { type Api, createApi, type Schemas } from '../http/api-client';
import { HttpError } from '../http/errors';
import type { Transport } from '../http/transport';

export type LoginSessionState =
  /** `unreachable`: the server did not respond, and `start` has to be called again. */
  | { readonly status: 'verifying'; readonly unreachable: boolean }
  | { readonly status: 'signedIn' }
  /** `byUser`: signed out on purpose, here or in another tab; false if the login session ended otherwise. */
  | { readonly status: 'signedOut'; readonly byUser: boolean };

interface AccessToken {
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

type Grant = Schemas['AccessTokenResponse'];

type TabMessage = 'signedIn' | 'signedOut';

/** Browser and server as the login session needs them, so that tests can replace them. */
export interface LoginSessionPorts {
  send: Transport;
  now: () => number;
  /** Channel to the other tabs of this browser; null where the browser has none. */
  tabs: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
  /** Storage that survives a reload; null where the browser forbids it. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
  /** Resolves after this many milliseconds. */
  wait: (ms: number) => Promise<void>;
}

/** Set until the server has confirmed a sign-out, so that its cookie does not sign the browser in again. */
const PENDING_SIGN_OUT_KEY = 'mh.signOutUntold';

/** Set while this device may show what it has kept without a network. Ends with the login session. */
export const KEPT_KEY = 'mh.kept';
/** Marks a browser whose next page is one of members; the boot script (ui-kit/vite/boot.js) reads it. */
const SIGNED_IN_KEY = 'mh.signedIn';

const SIGN_OUT_LISTENERS_TIMEOUT_MS = 2_000;

const RENEW_BEFORE_MS = 60_000;

/**
 * The login session of this page, as an external store without React. Holds the access token in memory only; scripts cannot
 * read the refresh cookie.
 */
export class LoginSession {
  readonly #ports: LoginSessionPorts;
  readonly #api: Api;
  readonly #subscribers = new Set<() => void>();
  readonly #signOutListeners = new Set<() => void | Promise<void>>();
  #state: LoginSessionState = { status: 'verifying', unreachable: false };
  #token: AccessToken | null = null;
  #renewal: Promise<string> | null = null;

  constructor(ports: LoginSessionPorts) {
    this.#ports = ports;
    this.#api = createApi(ports.send);
    ports.tabs?.addEventListener('message', (event: MessageEvent<TabMessage>) => {
      if (event.data === 'signedOut') void this.#end({ byUser: true });
      if (event.data === 'signedIn') void this.#followOtherTab();
    });
  }

  subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  getSnapshot = (): LoginSessionState => this.#state;

  get state(): LoginSessionState {
    return this.#state;
  }

  /** Checks whether the browser holds a login session. Call it again to retry after `unreachable`. */
  async start(): Promise<void> {
    if (this.#state.status !== 'verifying') return;
    if (this.#ports.storage?.getItem(PENDING_SIGN_OUT_KEY)) {
      this.#setState({ status: 'signedOut', byUser: false });
      await this.#signOutOnServer(undefined).catch(() => undefined);
      return;
    }
    try {
      await this.renew();
      this.#setState({ status: 'signedIn' });
    } catch (error) {
      // A sign-in finished while the check was under way.
      if (this.state.status !== 'verifying') return;
      if (isUnauthorized(error)) this.#setState({ status: 'signedOut', byUser: false });
      else this.#setState({ status: 'verifying', unreachable: true });
    }
  }

  /** Signs in; for staff, returns what the second step needs. */
  async signIn(email: string, password: string): Promise<Schemas['SecondFactorRequiredResponse'] | null> {
    const answer = await this.#api.post('/api/v2/users/sign-in/', { body: { email, password } });
    if (!('accessToken' in answer)) return answer;
    this.begin(answer);
    return null;
  }

  /** Begins the login session that the server has granted. The response has set the refresh cookie. */
  begin(grant: Grant): void {
    this.#ports.storage?.removeItem(PENDING_SIGN_OUT_KEY);
    this.#token = toToken(grant);
    this.#setState({ status: 'signedIn' });
    this.#notifyTabs('signedIn');
  }

  /** Runs the sign-out listeners, then ends the login session here, in the other tabs and on the server. */
  async signOut(): Promise<void> {
    const token = this.#token?.value;
    this.#ports.storage?.setItem(PENDING_SIGN_OUT_KEY, 'true');
    await this.#end({ byUser: true });
    this.#notifyTabs('signedOut');
    await this.#signOutOnServer(token);
  }

  async #signOutOnServer(token: string | undefined): Promise<void> {
    await this.#api.post('/api/v2/users/sign-out/', { token });
    this.#ports.storage?.removeItem(PENDING_SIGN_OUT_KEY);
  }

  /** Ends the login session here after the server has rejected it. */
  async expired(): Promise<void> {
    await this.#end();
  }

  /** Returns a token that is valid for at least another minute. */
  token = async (): Promise<string> => {
    const token = this.#token;
    if (token !== null && token.expiresAt - this.#ports.now() >= RENEW_BEFORE_MS) return token.value;
    try {
      return await this.renew();
    } catch (error) {
      if (isUnauthorized(error)) await this.#end();
      throw error;
    }
  };

  /** Fetches a new token. Concurrent callers share one request. */
  renew(): Promise<string> {
    this.#renewal ??= this.#fetchToken().finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  /** Registers a listener that runs, and is awaited, before the login session ends. */
  onSignOut(listener: () => void | Promise<void>): () => void {
    this.#signOutListeners.add(listener);
    return () => this.#signOutListeners.delete(listener);
  }

  async #fetchToken(): Promise<string> {
    const grant: Grant | undefined = await this.#api.post('/api/v2/users/refresh/');
    // 204: the browser sent no cookie.
    if (!grant) throw new HttpError({ status: 401, code: 'not_signed_in', message: '' });
    this.#token = toToken(grant);
    return this.#token.value;
  }

  /** Starts again after a sign-in in another tab, which may be that of another person. */
  async #followOtherTab(): Promise<void> {
    if (this.#state.status === 'signedIn') await this.#runSignOutListeners();
    this.#token = null;
    this.#setState({ status: 'verifying', unreachable: false });
    await this.start();
  }

  async #end({ byUser = false } = {}): Promise<void> {
    if (this.#state.status === 'signedOut') return;
    await this.#runSignOutListeners();
    this.#token = null;
    this.#setState({ status: 'signedOut', byUser });
  }

  async #runSignOutListeners(): Promise<void> {
    // A listener that fails or hangs must not keep a person signed in.
    const all = Promise.allSettled([...this.#signOutListeners].map(async (listener) => listener()));
    await Promise.race([all, this.#ports.wait(SIGN_OUT_LISTENERS_TIMEOUT_MS)]);
  }

  #setState(state: LoginSessionState): void {
    this.#state = state;
    if (state.status === 'signedIn') this.#ports.storage?.setItem(SIGNED_IN_KEY, 'true');
    if (state.status === 'signedOut') {
      this.#ports.storage?.removeItem(KEPT_KEY);
      this.#ports.storage?.removeItem(SIGNED_IN_KEY);
    }
    for (const subscriber of this.#subscribers) subscriber();
  }

  #notifyTabs(message: TabMessage): void {
    this.#ports.tabs?.postMessage(message);
  }
}

function toToken(grant: Grant): AccessToken {
  return { value: grant.accessToken, expiresAt: Date.parse(grant.expiresAt) };
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof HttpError && (error.status === 401 || error.status === 403);
}
