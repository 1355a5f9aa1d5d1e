import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { ConfigError, envExample, readConfig } from './config.ts';

test('without any variable everything has its default', (t) => {
  const config = readConfig({});
  t.is(config.port, 3000);
  t.is(config.host, '127.0.0.1');
  t.is(config.dataDir, path.resolve('data'));
  t.deepEqual(config.services, ['command', 'query', 'projections', 'reactors', 'relay', 'checker']);
  t.deepEqual(config.checker.allowHosts, []);
  t.is(config.checker.concurrency, 16);
  t.is(config.evidenceQuota, 2_048 * 1_024 * 1_024);
  t.true(Object.isFrozen(config) && Object.isFrozen(config.checker));
});

test('an empty variable counts as not set', (t) => {
  t.is(readConfig({ PORT: '', SMTP_URL: ' ' }).port, 3000);
});

test('lists are split at commas', (t) => {
  t.deepEqual(readConfig({ CHECKER_ALLOW_HOSTS: '127.0.0.1:4000, [::1]:4001,' }).checker.allowHosts, [
    '127.0.0.1:4000',
    '[::1]:4001',
  ]);
  t.deepEqual(readConfig({ SERVICES: 'command,query' }).services, ['command', 'query']);
});

test('a wrong value stops the start with a message that says what to write', (t) => {
  const wrong: Record<string, [string, RegExp]> = {
    PORT: ['80000', /^PORT must be a whole number from 0 to 65535\.$/],
    SERVICES: ['command,mail', /^SERVICES must be some of command, query/],
    CHECKER_ALLOW_HOSTS: ['localhost', /^CHECKER_ALLOW_HOSTS must be host:port\.$/],
    CHECKER_TIMEOUT_MS: ['soon', /^CHECKER_TIMEOUT_MS must be a whole number/],
    PUBLIC_URL: ['https://links.example.com/app', /^PUBLIC_URL must be an address such as/],
    SESSION_SECRET: ['short', /^SESSION_SECRET must have at least 32 characters\.$/],
    SMTP_URL: ['mail.example.com', /^SMTP_URL must start with smtp/],
    EVIDENCE_QUOTA_MB: ['much', /^EVIDENCE_QUOTA_MB must be a whole number/],
    TRUSTED_PROXIES: ['all', /^TRUSTED_PROXIES must be a whole number from 0 to 10\.$/],
    SIGN_IN_MAILS_PER_NETWORK: ['0', /^SIGN_IN_MAILS_PER_NETWORK must be a whole number/],
    OIDC_ISSUER: ['http://login.example.com', /^OIDC_ISSUER must be an https address/],
    TIMESTAMP_URL: ['freetsa.org', /^TIMESTAMP_URL must be an address/],
    LOG_LEVEL: ['loud', /^LOG_LEVEL must be debug/],
    CHROME_PATH: [
      '/nowhere/chrome',
      /^CHROME_PATH must be the path of a Chrome or Chromium that this user may start\.$/,
    ],
    MAIL_FROM: ['Linkledger', /^MAIL_FROM must be one address, such as links@example\.com/],
    BACKUP_EVERY: ['5m', /^BACKUP_EVERY must be minutes, hours or days from 10m to 7d/],
    BACKUP_KEEP: ['0', /^BACKUP_KEEP must be a whole number/],
    BACKUP_RECIPIENT: ['ssh-ed25519 AAAA', /^BACKUP_RECIPIENT must be an age recipient/],
    BACKUP_PASSPHRASE: ['short', /^BACKUP_PASSPHRASE must have at least 12 characters\.$/],
    BACKUP_FOLDER: ['data/backups', /^BACKUP_FOLDER must not be inside DATA_DIR/],
    SIGN_UP: ['closed', /^SIGN_UP must be open, invited, sso, or domains:, such as domains:example\.com,example\.org/],
  };
  for (const [name, [value, message]] of Object.entries(wrong)) {
    t.regex(t.throws(() => readConfig({ [name]: value }), { instanceOf: ConfigError })?.message ?? '', message);
  }
});

test('a sender is one address, with a name or without', (t) => {
  for (const sender of [
    'a@b.example',
    'Links <a@b.example>',
    '"Links, Inc." <a@b.example>',
    '<a@b.example>',
    'a@localhost',
  ])
    t.is(readConfig({ MAIL_FROM: sender }).mailFrom, sender);
  for (const wrong of [
    'Links, Inc. <a@b.example>',
    'a@b.example, c@d.example',
    'Links <a@b.example',
    'a b@c.example',
    '@b.example',
  ])
    t.throws(() => readConfig({ MAIL_FROM: wrong }), { instanceOf: ConfigError }, wrong);
});

test('a browser must be a program', (t) => {
  t.is(readConfig({ CHROME_PATH: process.execPath }).checker.chromePath, process.execPath);
  for (const wrong of ['/nowhere', import.meta.dirname, import.meta.filename])
    t.throws(() => readConfig({ CHROME_PATH: wrong }), { instanceOf: ConfigError }, wrong);
  t.is(readConfig({ CHROME_PATH: '/nowhere', CHECKER_RENDER: 'never' }).checker.chromePath, '/nowhere');
});

test('backups have an interval, a number to keep, and one way to protect the keys', (t) => {
  t.is(readConfig({}).backup, null);
  t.deepEqual(readConfig({}).backupKeys, { kind: 'plain' });
  const config = readConfig({ BACKUP_FOLDER: '/mnt/backups', BACKUP_EVERY: '6h', BACKUP_PASSPHRASE: 'p'.repeat(12) });
  t.deepEqual(config.backup, { folder: '/mnt/backups', everyMs: 21_600_000, keep: 28 });
  t.deepEqual(config.backupKeys, { kind: 'passphrase', passphrase: 'p'.repeat(12) });
  t.deepEqual(readConfig({ BACKUP_WITHOUT_KEYS: 'true' }).backupKeys, { kind: 'left out' });
  for (const [more, expected] of [
    [{ BACKUP_PASSPHRASE: 'p'.repeat(12), BACKUP_WITHOUT_KEYS: 'true' }, /exclude each other: set one of them/],
    [{ BACKUP_FOLDER: '/mnt/all.tar.gz' }, /must be a folder, not an archive/],
  ] as const) {
    t.throws(() => readConfig(more), { instanceOf: ConfigError, message: expected });
  }
});

test('a sign-in provider exists if all of its variables are set', (t) => {
  t.deepEqual(readConfig({}).providers, []);
  const { providers } = readConfig({
    GITHUB_CLIENT_ID: 'g',
    GITHUB_CLIENT_SECRET: 'gs',
    OIDC_ISSUER: 'https://login.example.com/realm',
    OIDC_CLIENT_ID: 'o',
    OIDC_CLIENT_SECRET: 'os',
  });
  t.deepEqual(providers, [
    { provider: 'github', name: 'GitHub', issuer: null, clientId: 'g', clientSecret: 'gs' },
    {
      provider: 'oidc',
      name: 'login.example.com',
      issuer: 'https://login.example.com/realm',
      clientId: 'o',
      clientSecret: 'os',
    },
  ]);
});

test('everybody may create an account, unless the settings say who', (t) => {
  const of = (SIGN_UP: string, more = {}) => readConfig({ SIGN_UP, ...more }).signUp;
  t.deepEqual(readConfig({}).signUp, { mode: 'open', domains: [], sentence: null });
  t.deepEqual(of('invited', { ADMINS: 'ann@example.com' }), {
    ...{ mode: 'invited', domains: [] },
    sentence: 'To create an account here, you need an invitation.',
  });
  const providers = {
    GITHUB_CLIENT_ID: 'g',
    GITHUB_CLIENT_SECRET: 'gs',
    GOOGLE_CLIENT_ID: 'o',
    GOOGLE_CLIENT_SECRET: 'os',
  };
  t.deepEqual(of('sso', providers), {
    ...{ mode: 'sso', domains: [] },
    sentence: 'To create an account here, sign in with Google / GitHub.',
  });
  t.deepEqual(of('domains: Example.com, sub.example.org,example.com'), {
    mode: 'domains',
    domains: ['example.com', 'sub.example.org'],
    sentence: 'To create an account here, you need an invitation or an address at example.com / sub.example.org.',
  });
  t.deepEqual(of('domains:müller.example,xn--mller-kva.example').domains, ['xn--mller-kva.example']);
  for (const wrong of [
    ...['Open', 'open:', 'sso:example.com', 'domains', 'domains:', 'domains:,', 'domains:example.com,', 'example.com'],
    ...[
      'domains:@example.com',
      'domains:ann@example.com',
      'domains:*.example.com',
      'domains:example',
      'domains:.example.com',
    ],
    ...['domains:https://example.com', 'domains:example.com:25', 'domains:127.0.0.1', 'domains:[::1]'],
    ...['domains:example.com example.org', 'domains:example.com.', 'domains:-example.com', 'domains:exam\u{AD}ple.com'],
  ])
    t.throws(() => of(wrong), { instanceOf: ConfigError, message: /^SIGN_UP must be open, invited, sso, or/ }, wrong);
});

test('a rule by which nobody could create the first account stops the start', (t) => {
  const said = (SIGN_UP: string) => t.throws(() => readConfig({ SIGN_UP }), { instanceOf: ConfigError })?.message ?? '';
  t.regex(said('sso'), /^SIGN_UP=sso needs a provider: set GOOGLE_CLIENT_ID, GITHUB_CLIENT_ID or OIDC_ISSUER/);
  t.regex(said('invited'), /^SIGN_UP=invited needs ADMINS: the email addresses that may create an account without/);
});

test('a half-configured sign-in provider stops the start and names what is missing', (t) => {
  const said = (env: Record<string, string>) =>
    t.throws(() => readConfig(env), { instanceOf: ConfigError })?.message ?? '';
  t.is(said({ GOOGLE_CLIENT_ID: 'x' }), 'GOOGLE_CLIENT_SECRET must be set too, or GOOGLE_CLIENT_ID not.');
  t.is(
    said({ OIDC_ISSUER: 'https://login.example.com' }),
    'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set too, or OIDC_ISSUER not.',
  );
});

const PAYPAL = { PAYPAL_CLIENT_ID: 'p', PAYPAL_CLIENT_SECRET: 'ps', PAYPAL_WEBHOOK_ID: '9XL90610J3647323C' };
const RAZORPAY = { RAZORPAY_KEY_ID: 'r', RAZORPAY_KEY_SECRET: 'rs', RAZORPAY_WEBHOOK_SECRET: 'rw' };

test('no payment provider is set by default; each can be set alone', (t) => {
  t.deepEqual(readConfig({}).payments, { paypal: null, razorpay: null, inrRate: 83 });
  t.is(readConfig(PAYPAL).payments.razorpay, null);
  t.is(readConfig({ ...RAZORPAY, INR_PER_USD: '84.5' }).payments.inrRate, 84.5);
});

test('payments go to the providers’ published addresses, unless others replace them', (t) => {
  const { paypal, razorpay } = readConfig({ ...PAYPAL, ...RAZORPAY }).payments;
  t.is(paypal?.apiUrl, 'https://api-m.paypal.com');
  t.is(paypal?.script, 'https://www.paypal.com/web-sdk/v6/core');
  t.is(razorpay?.apiUrl, 'https://api.razorpay.com');
  t.is(razorpay?.script, 'https://checkout.razorpay.com/v1/checkout.js');
  const sandbox = readConfig({ ...PAYPAL, PAYPAL_ENVIRONMENT: 'sandbox' }).payments.paypal;
  t.is(sandbox?.apiUrl, 'https://api-m.sandbox.paypal.com');
  t.is(sandbox?.script, 'https://www.sandbox.paypal.com/web-sdk/v6/core');
  const replaced = readConfig({ ...PAYPAL, PAYPAL_API_URL: 'http://127.0.0.1:4000/' }).payments.paypal;
  t.is(replaced?.apiUrl, 'http://127.0.0.1:4000');
});

test('wrong settings of payments stop the start with a message that says what to write', (t) => {
  const said = (env: Record<string, string>) =>
    t.throws(() => readConfig(env), { instanceOf: ConfigError })?.message ?? '';
  t.is(
    said({ PAYPAL_CLIENT_ID: 'p', PAYPAL_CLIENT_SECRET: 'ps' }),
    'PAYPAL_WEBHOOK_ID must be set too, or PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET not.',
  );
  t.regex(said({ RAZORPAY_KEY_ID: 'r' }), /^RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET must be set too/);
  for (const address of ['http://api.example.com', 'https://api.example.com/v1', 'ftp://x', 'api.example.com']) {
    t.regex(said({ ...PAYPAL, PAYPAL_API_URL: address }), /^PAYPAL_API_URL must be an https address/);
  }
  t.regex(said({ ...PAYPAL, PAYPAL_ENVIRONMENT: 'test' }), /^PAYPAL_ENVIRONMENT must be live or sandbox\.$/);
  t.regex(said({ INR_PER_USD: 'many' }), /^INR_PER_USD must be a number/);
  t.regex(said({ INR_PER_USD: '0' }), /^INR_PER_USD must be a number/);
});

test('one error names all wrong values', (t) => {
  const message = t.throws(() => readConfig({ PORT: 'x', LOG_LEVEL: 'loud' }))?.message ?? '';
  t.regex(message, /PORT must/);
  t.regex(message, /LOG_LEVEL must/);
});

test('.env.example matches the settings', (t) => {
  t.is(readFileSync(path.resolve(import.meta.dirname, '..', '..', '..', '.env.example'), 'utf8'), envExample());
});
