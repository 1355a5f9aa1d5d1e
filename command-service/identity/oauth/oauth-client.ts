/**
 * Signs in with a provider by OAuth 2.0, with OpenID Connect if the provider supports it. The package grant does the
 * two steps; this module adds the checks that grant lacks. state, nonce and PKCE are on; a callback is valid only with
 * its own flow; the identity comes from the provider's profile, never from an id token, whose signature grant does not
 * check.
 */
import grant from 'grant';
import type { Provider } from '../../model/user/events.ts';
import { Discovery, type Endpoints, normalizeIssuer } from './discovery.ts';
import { githubProfile, openIdProfile, type Profile } from './profile.ts';
import { objectOf, ProviderError, TIMEOUT_MS } from './provider-http.ts';

/** A configured provider. */
export interface ProviderSetup {
  readonly provider: Exclude<Provider, 'email'>;
  readonly name: string;
  /** null for GitHub, which does not support OpenID Connect. */
  readonly issuer: string | null;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface ProvidersOptions {
  readonly setups: readonly ProviderSetup[];
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
  readonly now: () => Date;
  /** Base URLs of GitHub. */
  readonly github?: typeof GITHUB;
}

const GITHUB = {
  authorize: 'https://github.com/login/oauth/authorize',
  token: 'https://github.com/login/oauth/access_token',
  api: 'https://api.github.com',
};

/** The secrets of a flow, needed to finish it. They stay on the server. */
export interface OAuthFlow {
  readonly state: string;
  readonly nonce: string | null;
  readonly verifier: string;
}

/** How many seconds after its expiry an id token is accepted: clocks differ. */
const CLOCK_SKEW_S = 300;

const PREFIX = '/api/connect';

/** The configured sign-in providers. */
export class OAuthClient {
  readonly #options: ProvidersOptions;
  readonly #discoveries = new Map<string, Discovery>();

  constructor(options: ProvidersOptions) {
    this.#options = options;
    for (const { provider, issuer } of options.setups) {
      if (issuer !== null) this.#discoveries.set(provider, new Discovery(issuer, options.now));
    }
  }

  /** The configured providers in display order. */
  list(): readonly ProviderSetup[] {
    return this.#options.setups;
  }

  /** The provider of this name, or null if it is not configured. */
  find(provider: string | undefined): ProviderSetup | null {
    return this.#options.setups.find((setup) => setup.provider === provider) ?? null;
  }

  /**
   * Starts a flow: returns the address to send the browser to, and the state to store until the callback.
   * @param again asks the provider to authenticate the person again, if it supports that.
   * @throws ProviderError if the provider cannot be reached.
   */
  async begin(setup: ProviderSetup, again = false): Promise<{ readonly location: string; readonly flow: OAuthFlow }> {
    const session: { grant?: unknown } = {};
    const { location } = await this.#run(setup, '', session, {}, again);
    const { state, nonce, code_verifier: verifier } = objectOf('session', session.grant);
    const complete = typeof state === 'string' && typeof verifier === 'string';
    if (location === null || !complete || (setup.issuer !== null && typeof nonce !== 'string')) {
      throw new ProviderError('could not start the sign-in');
    }
    return { location, flow: { state, nonce: typeof nonce === 'string' ? nonce : null, verifier } };
  }

  /**
   * Finishes a flow: returns the person's profile.
   * @param query the query of the callback.
   * @throws ProviderError if the person or the provider declined, or a check fails.
   */
  async finish(
    setup: ProviderSetup,
    flow: OAuthFlow,
    query: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<Profile> {
    const { code, state, error, iss } = query;
    if (state !== flow.state) throw new ProviderError('the state belongs to another flow');
    if (error !== undefined) {
      const errorCode = typeof error === 'string' && /^\w{1,40}$/.test(error) ? error : 'an error';
      throw new ProviderError(`it returned ${errorCode}`, { denied: error === 'access_denied' });
    }
    if (typeof code !== 'string' || code === '') throw new ProviderError('the provider sent no code');
    const { issuer, profile } = await this.#endpoints(setup);
    // RFC 9207: prevents mix-up attacks.
    if (iss !== undefined && issuer !== null && iss !== issuer) throw new ProviderError('the issuer does not match');

    const session = {
      grant: { provider: setup.provider, state: flow.state, nonce: flow.nonce, code_verifier: flow.verifier },
    };
    const { response } = await this.#run(setup, '/callback', session, { code, state });
    const answer = objectOf('answer', response);
    if (answer.error !== undefined) throw new ProviderError(`the code was refused: ${wordsOf(answer.error)}`);
    if (typeof answer.access_token !== 'string') throw new ProviderError('the provider sent no access token');
    if (issuer === null) return githubProfile(profile, answer.access_token);

    const subject = this.#subjectOf(answer.jwt, issuer);
    const person = await openIdProfile(profile, answer.access_token);
    if (person.subject !== subject) throw new ProviderError('its profile belongs to another person');
    return person;
  }

  /**
   * The subject of the id token. The token came from the token endpoint over TLS, and grant compared audience and
   * nonce; its other claims must match too (OpenID Connect Core 3.1.3.7).
   */
  #subjectOf(jwt: unknown, issuer: string): string {
    const { payload } = objectOf('id token', objectOf('id token', jwt).id_token);
    const { iss, sub, exp } = objectOf('id token', payload);
    if (iss !== issuer) throw new ProviderError('the id token belongs to another issuer');
    const now = this.#options.now().getTime() / 1_000;
    if (typeof exp !== 'number' || exp + CLOCK_SKEW_S < now) throw new ProviderError('the id token has expired');
    if (typeof sub !== 'string') throw new ProviderError('the id token has no subject');
    return sub;
  }

  /** Runs one step of grant: `''` returns the address to send the browser to, `/callback` the result. */
  async #run(
    setup: ProviderSetup,
    step: '' | '/callback',
    session: { grant?: unknown },
    query: Readonly<Record<string, string>>,
    again = false,
  ): Promise<{ readonly location: string | null; readonly response: unknown }> {
    const { authorize, token, tokenAuth } = await this.#endpoints(setup);
    const { provider, issuer, clientId, clientSecret } = setup;
    const koa = grant.default.koa({
      config: {
        defaults: { origin: this.#options.publicUrl, prefix: PREFIX, transport: 'state', state: true, pkce: true },
        [provider]: {
          oauth: 2,
          authorize_url: authorize,
          access_url: token,
          token_endpoint_auth_method: tokenAuth,
          key: clientId,
          secret: clientSecret,
          scope: issuer === null ? 'read:user user:email' : 'openid email profile',
          nonce: issuer !== null,
          response: ['tokens', 'jwt'],
          ...promptOf(setup, again),
        },
      },
      // Without an agent, each call opens its own connection.
      request: { timeout: TIMEOUT_MS, agent: false },
    });
    // The parts of a Koa context that grant's handler uses.
    let location: string | null = null;
    const ctx = {
      method: 'GET',
      originalUrl: `${PREFIX}/${provider}${step}`,
      request: { query, body: {} },
      session,
      state: { grant: undefined as unknown },
      response: {
        redirect(to: string) {
          location = to;
        },
      },
    };
    await koa(ctx, async () => {});
    const { grant: state } = ctx.state;
    return { location, response: step === '' ? null : objectOf('answer', state).response };
  }

  async #endpoints(setup: ProviderSetup): Promise<Endpoints> {
    const discovery = this.#discoveries.get(setup.provider);
    if (discovery !== undefined) return discovery.endpoints();
    const { authorize, token, api } = this.#options.github ?? GITHUB;
    return { issuer: null, authorize, token, tokenAuth: 'client_secret_post', profile: api };
  }
}

/** The `prompt` parameter (OpenID Connect Core 3.1.2.1). Google does not support 'login'; GitHub has no `prompt`. */
function promptOf({ provider, issuer }: ProviderSetup, again: boolean) {
  if (provider === 'google') return { custom_params: { prompt: 'select_account' } };
  return issuer !== null && again ? { custom_params: { prompt: 'login' } } : {};
}

/** The issuer of a provider's subjects: they are unique within an issuer only. */
export function realmOf({ provider, issuer }: ProviderSetup): string {
  return issuer === null ? provider : `${provider}:${normalizeIssuer(issuer)}`;
}

/** grant reports a failure as a text of its own or as the body of the response. */
function wordsOf(error: unknown): string {
  const reported = typeof error === 'object' && error !== null && 'error' in error ? error.error : error;
  return typeof reported === 'string' ? reported.slice(0, 200) : 'no reason was given';
}
