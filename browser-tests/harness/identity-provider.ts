import { once } from 'node:events';
import type { Server } from 'node:http';
import { Provider } from 'oidc-provider';
import { freePort } from './process';

const CLIENT = { id: 'mentor-hub', secret: 'between-the-two-of-us' };

/** Accounts: every e-mail address such as `lena@school.example` signs in with any password. */
function accountOf(email: string) {
  return {
    accountId: email,
    claims: async () => ({ sub: email, email, email_verified: true, name: 'Lena Vogt' }),
  };
}

/** A certified OpenID Connect provider on this machine, for one installation. */
export class IdentityProvider {
  private readonly port: number;
  private server: Server | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  /** The address is known before the start, because provider and installation are configured with each other's. */
  static async reserve(): Promise<IdentityProvider> {
    return new IdentityProvider(await freePort());
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Configuration for the server. */
  get env(): NodeJS.ProcessEnv {
    return {
      MENTORHUB_SOCIAL_GOOGLE_ISSUER: this.issuer,
      MENTORHUB_SOCIAL_GOOGLE_CLIENT_ID: CLIENT.id,
      MENTORHUB_SOCIAL_GOOGLE_CLIENT_SECRET: CLIENT.secret,
      MENTORHUB_SOCIAL_GOOGLE_PROMPT: '',
    };
  }

  /** Starts it for an installation. */
  async startFor(hub: { url: string }): Promise<void> {
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${hub.url}/signin/social`],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      // Like the large providers: identity claims are part of the ID token.
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      features: { devInteractions: { enabled: true } },
      cookies: { keys: ['for a test'] },
      findAccount: (_context, id) => accountOf(id),
    });
    this.server = provider.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async remove(): Promise<void> {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}
