/** Reads the endpoints of an OpenID Connect provider from its discovery document (OpenID Connect Discovery 1.0, 4). */
import { objectOf, ProviderError, readJson, safeAddress } from './provider-http.ts';

export interface Endpoints {
  /** The issuer as the provider writes it, also in its id tokens; null if the provider issues none. */
  readonly issuer: string | null;
  readonly authorize: string;
  readonly token: string;
  readonly tokenAuth: 'client_secret_basic' | 'client_secret_post';
  readonly profile: string;
}

/** How long a document is cached, in milliseconds. */
const KEEP_MS = 24 * 60 * 60 * 1000;

/** Reads an issuer's document at first use and once a day; after a failure, again at the next use. */
export class Discovery {
  readonly #issuer: string;
  readonly #now: () => Date;
  #cached: { readonly endpoints: Endpoints; readonly at: number } | null = null;

  constructor(issuer: string, now: () => Date) {
    this.#issuer = issuer;
    this.#now = now;
  }

  /** @throws ProviderError if the document cannot be read, belongs to another issuer or names an address without TLS. */
  async endpoints(): Promise<Endpoints> {
    const now = this.#now().getTime();
    if (this.#cached === null || now - this.#cached.at > KEEP_MS) {
      this.#cached = { endpoints: await read(this.#issuer), at: now };
    }
    return this.#cached.endpoints;
  }
}

async function read(configured: string): Promise<Endpoints> {
  const address = `${normalizeIssuer(configured)}/.well-known/openid-configuration`;
  const document = objectOf('discovery document', await readJson('discovery document', address, null));
  const { issuer } = document;
  if (typeof issuer !== 'string' || normalizeIssuer(issuer) !== normalizeIssuer(configured)) {
    throw new ProviderError('its discovery document belongs to another issuer');
  }
  return {
    issuer,
    authorize: safeAddress('authorization endpoint', document.authorization_endpoint),
    token: safeAddress('token endpoint', document.token_endpoint),
    tokenAuth: tokenAuthOf(document.token_endpoint_auth_methods_supported),
    profile: safeAddress('userinfo endpoint', document.userinfo_endpoint),
  };
}

/**
 * Sends the secret in the body if the provider accepts that: providers disagree on percent-encoding in the header,
 * which is the default (Discovery 3).
 */
function tokenAuthOf(supported: unknown): Endpoints['tokenAuth'] {
  return Array.isArray(supported) && supported.includes('client_secret_post')
    ? 'client_secret_post'
    : 'client_secret_basic';
}

/** An issuer's normalized name. */
export function normalizeIssuer(issuer: string): string {
  return issuer.replace(/\/$/, '');
}
