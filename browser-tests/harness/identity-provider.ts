import { once } from 'node:events';
import type { Server } from 'node:http';
import { Provider } from 'oidc-provider';
import { freePort } from './process';

const CLIENT = { id: 'mentor-hub', secret: 'between-the-two-of-us' };

/** Who has an account there: whoever signs in as `lena@school.example`. The password is not looked at. */
function accountOf(email: string) {
  return {
    accountId: email,
    claims: async () => ({ sub: email, email, email_verified: true, name: 'Lena Vogt' }),
  };
}

/** A certified provider of OpenID Connect, on this machine, for one installation. */
export class IdentityProvider {
  private readonly port: number;
  private server: Server | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  /** Its address is known before it runs: installations are configured with it, and it with theirs. */
  static async reserve(): Promise<IdentityProvider> {
    return new IdentityProvider(await freePort());
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** What an operator would configure. */
  get env(): NodeJS.ProcessEnv {
    return {
      MENTORHUB_SOCIAL_GOOGLE_ISSUER: this.issuer,
      MENTORHUB_SOCIAL_GOOGLE_CLIENT_ID: CLIENT.id,
      MENTORHUB_SOCIAL_GOOGLE_CLIENT_SECRET: CLIENT.secret,
      MENTORHUB_SOCIAL_GOOGLE_PROMPT: '',
    };
  }

  /** Runs for an installation. */
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
      // As the large providers do: who somebody is stands in the token.
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
