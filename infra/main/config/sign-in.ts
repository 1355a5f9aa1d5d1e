/** Who gets in: the secrets, the providers of sign-in, who may create an account, and who may see more than others. */
import * as yup from 'yup';
import { asciiDomain } from '../../../command-service/identity/sign-up.ts';
import type { SignUpAnswer } from '../../../query-service/contract/answers/account.ts';
import { isPotentiallyTrustworthy } from '../../crypto/secure-url.ts';
import { address, list, text, type VariableValues, whole } from './variable.ts';

const secret = (meaning: string) => text(meaning).min(32, 'must have at least 32 characters');

const GOOGLE = 'https://accounts.google.com';

type SignUpRule = Omit<SignUpAnswer, 'sentence'>;

/** Several labels, the last of which begins with a letter: no address of a machine, and nothing with an @ or a star. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])$/;

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
  SIGN_UP: yup
    .mixed<SignUpRule>()
    .transform((_, written: string) => signUpOf(written))
    .nonNullable('must be open, invited, sso, or domains:, such as domains:example.com,example.org without @ and *')
    .default((): SignUpRule => ({ mode: 'open', domains: [] }))
    .meta({
      meaning:
        'Who may create an account; existing accounts keep signing in. open: everybody. invited: an address with an ' +
        'invitation to a team, or of ADMINS. domains:example.com,example.org: these, and an address there. sso: ' +
        'whoever signs in with a provider, never a mailed link.',
      shown: 'open',
    }),
  SIGN_IN_MAILS_PER_NETWORK: whole('Sign-in mails one network may request in 15 minutes.', 1, 1_000_000).default(5),
};

/** Everything that decides who gets in. A provider is there when all of its variables are set. */
export function signInOf(values: VariableValues<typeof SIGN_IN>) {
  const { OIDC_ISSUER: issuer = null } = values;
  const name = values.OIDC_NAME ?? URL.parse(issuer ?? '')?.hostname ?? '';
  const providers = [
    ...client('google', 'Google', GOOGLE, values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET),
    ...client('github', 'GitHub', null, values.GITHUB_CLIENT_ID, values.GITHUB_CLIENT_SECRET),
    ...client('oidc', name, issuer, values.OIDC_CLIENT_ID, values.OIDC_CLIENT_SECRET),
  ];
  return {
    secrets: Object.freeze({ session: values.SESSION_SECRET ?? null, identity: values.IDENTITY_SECRET ?? null }),
    /** null: metrics are read on `port`, by this machine only. */
    metricsPort: values.METRICS_PORT ?? null,
    /** The addresses of the accounts that may see how the installation is, in lower case. */
    admins: Object.freeze(values.ADMINS.map((each) => each.toLowerCase())),
    /** The number of reverse proxies in front. */
    trustedProxies: values.TRUSTED_PROXIES,
    /** The configured sign-in providers. */
    providers: Object.freeze(providers),
    signUp: Object.freeze({ ...values.SIGN_UP, sentence: sentenceOf(values.SIGN_UP, providers) }),
    signInMailsPerNetwork: values.SIGN_IN_MAILS_PER_NETWORK,
  };
}

/** null: the text means nothing. */
function signUpOf(written: string): SignUpRule | null {
  if (written === 'open' || written === 'invited' || written === 'sso') return { mode: written, domains: [] };
  if (!written.startsWith('domains:')) return null;
  const domains = written
    .slice('domains:'.length)
    .split(',')
    .map((each) => asciiDomain(each.trim().toLowerCase()));
  return domains.every((each) => DOMAIN.test(each)) ? { mode: 'domains', domains: [...new Set(domains)] } : null;
}

/** The slash reads as "or" in every language. */
function sentenceOf({ mode, domains }: SignUpRule, providers: readonly { readonly name: string }[]): string | null {
  switch (mode) {
    case 'open':
      return null;
    case 'invited':
      return 'To create an account here, you need an invitation.';
    case 'domains':
      return `To create an account here, you need an invitation or an address at ${domains.join(' / ')}.`;
    case 'sso':
      return `To create an account here, sign in with ${providers.map(({ name }) => name).join(' / ')}.`;
    default: {
      const _: never = mode;
      return _;
    }
  }
}

/** One sentence if nobody could create the first account. */
export function wrongSignUp({ signUp, providers, admins }: ReturnType<typeof signInOf>): readonly string[] {
  if (signUp.mode === 'sso' && providers.length === 0) {
    return [
      'SIGN_UP=sso needs a provider: set GOOGLE_CLIENT_ID, GITHUB_CLIENT_ID or OIDC_ISSUER, and what belongs to it.',
    ];
  }
  if (signUp.mode === 'invited' && admins.length === 0) {
    return ['SIGN_UP=invited needs ADMINS: the email addresses that may create an account without an invitation.'];
  }
  return [];
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
