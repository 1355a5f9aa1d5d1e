/** Who gets in: the secrets, the providers of sign-in, and who may see more than others. */
import { isPotentiallyTrustworthy } from '../../crypto/secure-url.ts';
import { address, list, text, type VariableValues, whole } from './variable.ts';

const secret = (meaning: string) => text(meaning).min(32, 'must have at least 32 characters');

const GOOGLE = 'https://accounts.google.com';

export const SIGN_IN = {
  SESSION_SECRET: secret('Keys the sessions; at least 32 characters. With SQLite created at the first start.'),
  IDENTITY_SECRET: secret(
    'Finds the account of an email address; at least 32 characters, never changed. With SQLite created.',
  ),
  METRICS_PORT: whole('A port of its own for /metrics; without it only this machine may read them.', 0, 65_535),
  ADMINS: list(
    text('Who may see the page System: email addresses of accounts, with commas. Nobody if empty.').matches(
      /^[^\s@<>,;"]+@[^\s@<>,;"]+$/,
      'must be email addresses with commas, such as ann@example.com',
    ),
  ),
  TRUSTED_PROXIES: whole('How many reverse proxies in front add to X-Forwarded-For.', 0, 10).default(0),
  GOOGLE_CLIENT_ID: text('Sign-in with Google: the id of the OAuth client.'),
  GOOGLE_CLIENT_SECRET: text('Its secret.'),
  GITHUB_CLIENT_ID: text('Sign-in with GitHub: the id of the OAuth app.'),
  GITHUB_CLIENT_SECRET: text('Its secret.'),
  OIDC_ISSUER: address(
    'Sign-in with any OpenID Connect provider: its https address.',
    'must be an https address such as https://login.example.com',
    (url) => isPotentiallyTrustworthy(url) && url.search === '' && url.hash === '',
  ),
  OIDC_CLIENT_ID: text('The client id of this application.'),
  OIDC_CLIENT_SECRET: text('The client secret of this application.'),
  OIDC_NAME: text('Display name; defaults to the issuer’s host.').max(40, 'must be at most 40 characters'),
  SIGN_IN_MAILS_PER_NETWORK: whole('Sign-in mails one network may request in 15 minutes.', 1, 1_000_000).default(5),
};

/** Everything that decides who gets in. A provider is there when all of its variables are set. */
export function signInOf(values: VariableValues<typeof SIGN_IN>) {
  const { OIDC_ISSUER: issuer = null } = values;
  const name = values.OIDC_NAME ?? URL.parse(issuer ?? '')?.hostname ?? '';
  return {
    secrets: Object.freeze({ session: values.SESSION_SECRET ?? null, identity: values.IDENTITY_SECRET ?? null }),
    /** null: metrics are read on `port`, by this machine only. */
    metricsPort: values.METRICS_PORT ?? null,
    /** The addresses of the accounts that may see how the installation is, in lower case. */
    admins: Object.freeze(values.ADMINS.map((each) => each.toLowerCase())),
    /** The number of reverse proxies in front. */
    trustedProxies: values.TRUSTED_PROXIES,
    /** The configured sign-in providers. */
    providers: Object.freeze([
      ...client('google', 'Google', GOOGLE, values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET),
      ...client('github', 'GitHub', null, values.GITHUB_CLIENT_ID, values.GITHUB_CLIENT_SECRET),
      ...client('oidc', name, issuer, values.OIDC_CLIENT_ID, values.OIDC_CLIENT_SECRET),
    ]),
    signInMailsPerNetwork: values.SIGN_IN_MAILS_PER_NETWORK,
  };
}

function client(
  provider: 'google' | 'github' | 'oidc',
  name: string,
  /** null: not an OpenID Connect provider. */
  issuer: string | null,
  clientId: string | undefined,
  clientSecret: string | undefined,
) {
  if (clientId === undefined || clientSecret === undefined) return [];
  return [Object.freeze({ provider, name, issuer, clientId, clientSecret })];
}
