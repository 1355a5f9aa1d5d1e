/** A real OpenID Connect provider on loopback, for tests: a cookie names the person, and no form is shown. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export const CLIENT = { id: 'linkledger', secret: 'a-secret-of-this-test-only' };

/** The cookie. */
export const USER_COOKIE = 'person';

/** A person with an account at the provider. */
export interface OidcUser {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

interface OidcProvider {
  readonly issuer: string;
  /** Adds a person, known by a PERSON cookie with their `sub`. Without the cookie the sign-in is canceled. */
  addUser(person: OidcUser): void;
  /** Changes to the next answers of the token endpoint. */
  tamper: ((answer: Record<string, unknown>) => void) | null;
  /** The last request for tokens, as the client sent it. */
  readonly lastTokenRequest: () => URLSearchParams;
  /** Sets the address of the client, once it is known. */
  serve(clientUrl: string): void;
  close(): Promise<void>;
}

/**
 * Listens at once, so that the issuer is known; serves once it has the address of its client.
 * @param tokenAuth how the client must say its secret.
 */
export async function startOidc(
  tokenAuth: 'client_secret_post' | 'client_secret_basic' = 'client_secret_post',
): Promise<OidcProvider> {
  let answer: RequestListener = (_, response) => response.writeHead(503).end();
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, OidcUser>();
  let tokenRequest = new URLSearchParams();

  const started: OidcProvider = {
    issuer,
    addUser: (person) => void people.set(person.sub, person),
    tamper: null,
    lastTokenRequest: () => tokenRequest,
    serve(clientUrl) {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.id,
            client_secret: CLIENT.secret,
            redirect_uris: [`${clientUrl}/api/connect/oidc/callback`],
            token_endpoint_auth_method: tokenAuth,
          },
        ],
        jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
        cookies: { keys: ['a-key-of-this-test-only'] },
        claims: {
          openid: ['sub'],
          email: ['email', 'email_verified'],
          profile: ['name', 'given_name', 'family_name', 'preferred_username'],
        },
        features: { devInteractions: { enabled: false } },
        clientAuthMethods: [tokenAuth],
        pkce: { required: () => true },
        async findAccount(_, sub) {
          const person = people.get(sub);
          return person && { accountId: sub, claims: async () => person };
        },
        // Consent is as good as given.
        async loadExistingGrant(ctx) {
          const grant = new ctx.oidc.provider.Grant({
            clientId: CLIENT.id,
            accountId: ctx.oidc.session?.accountId ?? '',
          });
          grant.addOIDCScope('openid email profile');
          await grant.save();
          return grant;
        },
      });
      provider.use(async (ctx, next) => {
        if (ctx.path.startsWith('/interaction/')) {
          const accountId = ctx.cookies.get(USER_COOKIE);
          const result = accountId === undefined ? { error: 'access_denied' } : { login: { accountId } };
          ctx.respond = false;
          return provider.interactionFinished(ctx.req, ctx.res, result);
        }
        await next();
        if (ctx.path !== '/token') return;
        tokenRequest = new URLSearchParams(
          Object.entries(ctx.oidc?.body ?? {}).map(([key, value]) => [key, `${value}`]),
        );
        started.tamper?.(ctx.body as Record<string, unknown>);
      });
      answer = provider.callback();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return started;
}

/** An id token with other claims; its signature no longer fits, which is why nothing may rest on it alone. */
export function withClaims(idToken: unknown, claims: object): string {
  const [header, payload, signature] = String(idToken).split('.');
  const changed = { ...JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()), ...claims };
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
}
