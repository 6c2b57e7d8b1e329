import { HttpError } from '../http/errors';
import type { Schemas } from '../http/schemas';
import type { Transport } from '../http/transport';

export type SessionState =
  /** `unreachable`: the question is still open because the server did not answer; it is asked again. */
  | { readonly status: 'verifying'; readonly unreachable: boolean }
  | { readonly status: 'signedIn' }
  /** `byHand`: somebody wanted it so, here or in another tab, and it did not merely end. */
  | { readonly status: 'signedOut'; readonly byHand: boolean };

interface AccessToken {
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

type Grant = Schemas['Grant'];

type TabMessage = 'signedIn' | 'signedOut';

/** What the session needs from the outside, so that tests can stand in for browser and server. */
export interface SessionPorts {
  send: Transport;
  now: () => number;
  /** Speaks to the other tabs of this browser; absent where there is no such thing. */
  tabs: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
  /** Survives a reload; absent where the browser keeps nothing. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
  /** Ends after so many milliseconds. */
  wait: (ms: number) => Promise<void>;
}

/** Set while the server has not heard of a sign-out: its cookie must not sign anybody in again. */
const SIGN_OUT_UNTOLD = 'mh.signOutUntold';

/** Nobody's goodbye may hold a sign-out for longer. */
const GOODBYE_MS = 2_000;

const RENEW_BEFORE_MS = 60_000;

/**
 * Who is at the keyboard, as an external store without React. The access token lives in memory only; the refresh
 * cookie is the browser's and never seen by scripts.
 */
export class Session {
  readonly #ports: SessionPorts;
  readonly #subscribers = new Set<() => void>();
  readonly #signOutListeners = new Set<() => void | Promise<void>>();
  #state: SessionState = { status: 'verifying', unreachable: false };
  #token: AccessToken | null = null;
  #renewal: Promise<string> | null = null;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
    ports.tabs?.addEventListener('message', (event: MessageEvent<TabMessage>) => {
      if (event.data === 'signedOut') void this.#end({ byHand: true });
      if (event.data === 'signedIn') void this.#followOtherTab();
    });
  }

  subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  getSnapshot = (): SessionState => this.#state;

  get state(): SessionState {
    return this.#state;
  }

  /** Asks once whether the browser still holds a session. Call it again to retry after `unreachable`. */
  async start(): Promise<void> {
    if (this.#state.status !== 'verifying') return;
    if (this.#ports.storage?.getItem(SIGN_OUT_UNTOLD)) {
      this.#become({ status: 'signedOut', byHand: false });
      await this.#tellServer(undefined).catch(() => undefined);
      return;
    }
    try {
      await this.renew();
      this.#become({ status: 'signedIn' });
    } catch (error) {
      // Somebody came in by a door while the question was on its way.
      if (this.state.status !== 'verifying') return;
      if (isRefusal(error)) this.#become({ status: 'signedOut', byHand: false });
      else this.#become({ status: 'verifying', unreachable: true });
    }
  }

  async signIn(email: string, password: string): Promise<void> {
    const grant = (await this.#ports.send('api/v2/users/sign-in/', {
      method: 'POST',
      body: { email, password },
    })) as Grant;
    this.enter(grant);
  }

  /** Begins the session that the server has just given this browser, by whatever door: the cookie came along. */
  enter(grant: Grant): void {
    this.#ports.storage?.removeItem(SIGN_OUT_UNTOLD);
    this.#token = toToken(grant);
    this.#become({ status: 'signedIn' });
    this.#tell('signedIn');
  }

  /** Lets everyone say goodbye (leave the channel, close the socket), then ends the session here and on the server. */
  async signOut(): Promise<void> {
    const token = this.#token?.value;
    this.#ports.storage?.setItem(SIGN_OUT_UNTOLD, 'true');
    await this.#end({ byHand: true });
    this.#tell('signedOut');
    await this.#tellServer(token);
  }

  async #tellServer(token: string | undefined): Promise<void> {
    await this.#ports.send('api/v2/users/sign-out/', { method: 'POST', token });
    this.#ports.storage?.removeItem(SIGN_OUT_UNTOLD);
  }

  /** The server says that this session is over: the same as signing out, but there is nobody left to tell. */
  async expired(): Promise<void> {
    await this.#end();
  }

  /** A token good for at least another minute. */
  token = async (): Promise<string> => {
    const token = this.#token;
    if (token !== null && token.expiresAt - this.#ports.now() >= RENEW_BEFORE_MS) return token.value;
    try {
      return await this.renew();
    } catch (error) {
      if (isRefusal(error)) await this.#end();
      throw error;
    }
  };

  /** Fetches a new token now. Callers that come while one is on its way share it. */
  renew(): Promise<string> {
    this.#renewal ??= this.#fetchToken().finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  /** `listener` runs before the session ends and is waited for. */
  onSignOut(listener: () => void | Promise<void>): () => void {
    this.#signOutListeners.add(listener);
    return () => this.#signOutListeners.delete(listener);
  }

  async #fetchToken(): Promise<string> {
    const grant = (await this.#ports.send('api/v2/users/refresh/', { method: 'POST' })) as Grant | undefined;
    // There is no cookie to be signed in by.
    if (!grant) throw new HttpError({ status: 401, code: 'not_signed_in', message: '' });
    this.#token = toToken(grant);
    return this.#token.value;
  }

  /** Another tab signed in, perhaps as another person: what this tab holds is no longer true. */
  async #followOtherTab(): Promise<void> {
    if (this.#state.status === 'signedIn') await this.#runSignOutListeners();
    this.#token = null;
    this.#become({ status: 'verifying', unreachable: false });
    await this.start();
  }

  async #end({ byHand = false } = {}): Promise<void> {
    if (this.#state.status === 'signedOut') return;
    await this.#runSignOutListeners();
    this.#token = null;
    this.#become({ status: 'signedOut', byHand });
  }

  async #runSignOutListeners(): Promise<void> {
    // A listener that fails or hangs must not keep a person signed in.
    const goodbyes = Promise.allSettled([...this.#signOutListeners].map(async (listener) => listener()));
    await Promise.race([goodbyes, this.#ports.wait(GOODBYE_MS)]);
  }

  #become(state: SessionState): void {
    this.#state = state;
    for (const subscriber of this.#subscribers) subscriber();
  }

  #tell(message: TabMessage): void {
    this.#ports.tabs?.postMessage(message);
  }
}

function toToken(grant: Grant): AccessToken {
  return { value: grant.accessToken, expiresAt: Date.parse(grant.expiresAt) };
}

function isRefusal(error: unknown): boolean {
  return error instanceof HttpError && (error.status === 401 || error.status === 403);
}
