/** The only reader of `process.env`: validated once, frozen, with defaults. */
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import * as yup from 'yup';
import { DEFAULT_INR_RATE } from '../../../command-service/contract/prices.ts';
import { isPotentiallyTrustworthy } from '../../crypto/secure-url.ts';
import type { KeyProtection } from '../../engines/embedded/backup/key-protection.ts';
import type { Servers } from '../../ports/engine.ts';
import type { SecretName } from '../../ports/process/secrets.ts';
import { StartError } from '../../ports/process/start-error.ts';
import { serversOf } from './servers.ts';

/** The roles one process can play. */
const SERVICES = ['command', 'query', 'projections', 'reactors', 'relay', 'checker'] as const;
export type Service = (typeof SERVICES)[number];

/** One variable of the environment: what it means and what to write. The order is that of `.env.example`. */
interface Variable {
  readonly name: string;
  readonly example: string;
  readonly meaning: string;
}

const VARIABLES = [
  { name: 'PORT', example: '3000', meaning: 'The port it listens on; 0 for any free one.' },
  { name: 'HOST', example: '127.0.0.1', meaning: 'The address it listens on; 0.0.0.0 for all.' },
  { name: 'PUBLIC_URL', example: 'http://localhost:3000', meaning: 'Public base URL, used in email links.' },
  { name: 'DATA_DIR', example: './data', meaning: 'The folder that holds everything: events, views, keys, outbox.' },
  { name: 'SERVICES', example: SERVICES.join(','), meaning: 'Which roles this process plays.' },
  {
    name: 'EVENT_STORE_URL',
    example: 'sqlite:',
    meaning: 'The log: sqlite: (in DATA_DIR), or esdb://user:password@host:2113; ?tlsCAFile= names an own authority.',
  },
  {
    name: 'READ_STORE_URL',
    example: 'sqlite:',
    meaning: 'The views: sqlite:, or mongodb://host/linkledger?replicaSet=rs0 (also MONGO_URL).',
  },
  { name: 'MONGO_URL', example: '', meaning: 'Another name for READ_STORE_URL.' },
  {
    name: 'KAFKA_BROKERS',
    example: '',
    meaning: 'host:port of Kafka brokers, with commas, for checkers in processes of their own.',
  },
  { name: 'KAFKA_SSL', example: '', meaning: 'true: Kafka over TLS.' },
  { name: 'KAFKA_CA_FILE', example: '', meaning: 'A PEM file with the certificate authorities of the brokers.' },
  { name: 'KAFKA_SASL_MECHANISM', example: '', meaning: 'plain, scram-sha-256 or scram-sha-512.' },
  { name: 'KAFKA_SASL_USERNAME', example: '', meaning: 'The user name for Kafka.' },
  { name: 'KAFKA_SASL_PASSWORD', example: '', meaning: 'The password for Kafka.' },
  {
    name: 'NAMESPACE',
    example: '',
    meaning: 'Comes before the names of streams and topics, where installations share servers.',
  },
  {
    name: 'SESSION_SECRET',
    example: '',
    meaning: 'Keys the sessions; at least 32 characters. With SQLite created at the first start.',
  },
  {
    name: 'IDENTITY_SECRET',
    example: '',
    meaning: 'Finds the account of an email address; at least 32 characters, never changed. With SQLite created.',
  },
  {
    name: 'METRICS_PORT',
    example: '',
    meaning: 'A port of its own for /metrics; without it only this machine may read them.',
  },
  {
    name: 'ADMINS',
    example: '',
    meaning: 'Who may see the page System: email addresses of accounts, with commas. Nobody if empty.',
  },
  { name: 'TRUSTED_PROXIES', example: '0', meaning: 'How many reverse proxies in front add to X-Forwarded-For.' },
  { name: 'GOOGLE_CLIENT_ID', example: '', meaning: 'Sign-in with Google: the id of the OAuth client.' },
  { name: 'GOOGLE_CLIENT_SECRET', example: '', meaning: 'Its secret.' },
  { name: 'GITHUB_CLIENT_ID', example: '', meaning: 'Sign-in with GitHub: the id of the OAuth app.' },
  { name: 'GITHUB_CLIENT_SECRET', example: '', meaning: 'Its secret.' },
  { name: 'OIDC_ISSUER', example: '', meaning: 'Sign-in with any OpenID Connect provider: its https address.' },
  { name: 'OIDC_CLIENT_ID', example: '', meaning: 'The client id of this application.' },
  { name: 'OIDC_CLIENT_SECRET', example: '', meaning: 'The client secret of this application.' },
  { name: 'OIDC_NAME', example: '', meaning: 'Display name; defaults to the issuer’s host.' },
  { name: 'SIGN_IN_MAILS_PER_NETWORK', example: '5', meaning: 'Sign-in mails one network may request in 15 minutes.' },
  {
    name: 'SMTP_URL',
    example: '',
    meaning:
      'smtp://user:password@host:587, or smtps://…:465; without it mails go to DATA_DIR/outbox (file:/path: to that ' +
      'folder). A password is sent over TLS only, unless the address ends in ?requireTLS=false.',
  },
  { name: 'MAIL_FROM', example: 'Linkledger <linkledger@localhost>', meaning: 'The sender of mails.' },
  {
    name: 'PAYPAL_CLIENT_ID',
    example: '',
    meaning: 'Payments with PayPal: the client id of the app. Without any provider all plans are free of charge.',
  },
  { name: 'PAYPAL_CLIENT_SECRET', example: '', meaning: 'Its secret.' },
  { name: 'PAYPAL_WEBHOOK_ID', example: '', meaning: 'The id of its webhook, which calls /api/paypal/webhook.' },
  { name: 'PAYPAL_ENVIRONMENT', example: 'live', meaning: 'live, or sandbox for a trial without money.' },
  { name: 'PAYPAL_API_URL', example: '', meaning: 'Replaces PayPal’s address, for tests.' },
  { name: 'RAZORPAY_KEY_ID', example: '', meaning: 'Payments with Razorpay: the id of the API key.' },
  { name: 'RAZORPAY_KEY_SECRET', example: '', meaning: 'Its secret.' },
  {
    name: 'RAZORPAY_WEBHOOK_SECRET',
    example: '',
    meaning: 'The secret of the webhook that calls /api/razorpay/webhook.',
  },
  { name: 'RAZORPAY_API_URL', example: '', meaning: 'Replaces Razorpay’s address, for tests.' },
  { name: 'INR_PER_USD', example: '83', meaning: 'Rupees for a dollar: Razorpay charges the price in rupees.' },
  { name: 'CHECKER_ALLOW_HOSTS', example: '', meaning: 'Private host:port pairs the checker may visit, with commas.' },
  { name: 'CHECKER_DNS', example: '', meaning: 'host:port of a resolver for checked names; the system’s if empty.' },
  { name: 'CHECKER_CONCURRENCY', example: '16', meaning: 'How many checks run at once.' },
  {
    name: 'CHECKER_TABS',
    example: '',
    meaning: 'How many browser tabs are open at once; as many as cores and memory allow if empty.',
  },
  { name: 'CHECKER_TIMEOUT_MS', example: '20000', meaning: 'How long one check may take, in milliseconds.' },
  { name: 'CHECKER_RENDER', example: 'auto', meaning: 'auto: Chromium where the source does not decide; or never.' },
  { name: 'CHECKER_USER_AGENT', example: '', meaning: 'How the checker introduces itself to sites.' },
  { name: 'CHROME_PATH', example: '', meaning: 'The Chrome or Chromium to use; found by itself if empty.' },
  { name: 'EVIDENCE_QUOTA_MB', example: '2048', meaning: 'Space for screenshots of changed links, in MB; 0 for none.' },
  {
    name: 'BACKUP_FOLDER',
    example: '',
    meaning: 'With SQLite: a folder, best on another disk, into which the server backs up everything that must last.',
  },
  { name: 'BACKUP_EVERY', example: '24h', meaning: 'How often: minutes, hours or days, such as 30m, 6h or 1d.' },
  { name: 'BACKUP_KEEP', example: '28', meaning: 'How many backups stay in that folder; the oldest go.' },
  {
    name: 'BACKUP_RECIPIENT',
    example: '',
    meaning:
      'An age recipient (age1…): the keys in backups are encrypted for it. Without any of these three the keys are plain.',
  },
  { name: 'BACKUP_PASSPHRASE', example: '', meaning: 'Or a passphrase: the keys in backups are encrypted with it.' },
  { name: 'BACKUP_WITHOUT_KEYS', example: '', meaning: 'Or true: backups hold no keys; back them up elsewhere.' },
  {
    name: 'TIMESTAMP_URL',
    example: '',
    meaning: 'A timestamp authority (RFC 3161) for the daily seal of the log, such as https://freetsa.org/tsr.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    example: '',
    meaning:
      'An OpenTelemetry collector for traces, such as http://localhost:4318; none are made if empty. The standard ' +
      'variables OTEL_EXPORTER_OTLP_HEADERS, _TIMEOUT, _COMPRESSION and OTEL_RESOURCE_ATTRIBUTES hold as well.',
  },
  { name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', example: '', meaning: 'The same, with its path, for traces alone.' },
  { name: 'OTEL_SERVICE_NAME', example: 'linkledger', meaning: 'The name of this process in traces.' },
  {
    name: 'OTEL_TRACES_SAMPLER',
    example: 'always_on',
    meaning: 'Or traceidratio: the share of traces in OTEL_TRACES_SAMPLER_ARG; or always_off.',
  },
  { name: 'OTEL_TRACES_SAMPLER_ARG', example: '', meaning: 'A number from 0 to 1, such as 0.1.' },
  {
    name: 'LOG_LEVEL',
    example: 'warn',
    meaning: 'debug, info (each request), warn, error or silent; on standard error.',
  },
] as const satisfies readonly Variable[];

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = VARIABLES.map(({ name }) => name);

/** One configured sign-in provider. */
interface ProviderConfig {
  readonly provider: 'google' | 'github' | 'oidc';
  readonly name: string;
  /** null: not an OpenID Connect provider. */
  readonly issuer: string | null;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The configured payment providers; null: not configured. */
export interface PaymentsConfig {
  readonly paypal: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly webhookId: string;
    readonly apiUrl: string;
    /** The address of its script for browsers. */
    readonly script: string;
  } | null;
  readonly razorpay: {
    readonly keyId: string;
    readonly keySecret: string;
    readonly webhookSecret: string;
    readonly apiUrl: string;
    /** The address of its script for browsers. */
    readonly script: string;
  } | null;
  /** Rupees for a dollar. */
  readonly inrRate: number;
}

/** Backups that the server takes by itself. */
export interface BackupConfig {
  readonly folder: string;
  readonly everyMs: number;
  /** How many backups stay. */
  readonly keep: number;
}

export interface Config {
  readonly port: number;
  /** null: metrics are read on `port`, by this machine only. */
  readonly metricsPort: number | null;
  readonly host: string;
  /** null: http://localhost and the port it listens on. */
  readonly publicUrl: string | null;
  readonly dataDir: string;
  readonly services: readonly Service[];
  /** null: everything is in `dataDir`. */
  readonly servers: Servers | null;
  readonly secrets: Readonly<Record<SecretName, string | null>>;
  /** The addresses of the accounts that may see how the installation is, in lower case. */
  readonly admins: readonly string[];
  /** The number of reverse proxies in front. */
  readonly trustedProxies: number;
  /** The configured sign-in providers. */
  readonly providers: readonly ProviderConfig[];
  readonly payments: PaymentsConfig;
  readonly signInMailsPerNetwork: number;
  readonly smtpUrl: string | null;
  /** The folder for mails while there is no mail server. */
  readonly outbox: string;
  readonly mailFrom: string;
  readonly checker: {
    readonly allowHosts: readonly string[];
    readonly concurrency: number;
    /** Browser tabs at once; absent: as many as the machine allows. */
    readonly tabs?: number;
    readonly timeoutMs: number;
    readonly render: 'auto' | 'never';
    readonly dns?: string;
    readonly userAgent?: string;
    readonly chromePath?: string;
  };
  /** In bytes. */
  readonly evidenceQuota: number;
  /** null: the server takes no backups. */
  readonly backup: BackupConfig | null;
  /** How the keys are put into backups. */
  readonly backupKeys: KeyProtection;
  /** The timestamp authority for seals; null: seals have no timestamp. */
  readonly timestampUrl: string | null;
  /** The share of traces to send; null: none are made. */
  readonly traces: { readonly share: number } | null;
  readonly logLevel: string;
}

/** A setting that cannot be used. The message is a sentence that says what to write instead. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';
}

const HOST_PORT = /^(\[[0-9a-fA-F:.]+\]|[^\s:,/@]+):\d{1,5}$/;

const whole = (low: number, high: number) =>
  yup
    .number()
    .typeError(`must be a whole number from ${low} to ${high}`)
    .integer(`must be a whole number from ${low} to ${high}`)
    .min(low, `must be a whole number from ${low} to ${high}`)
    .max(high, `must be a whole number from ${low} to ${high}`);
const list = () => yup.array(yup.string().required()).transform((_, raw) => split(raw));
const secret = () => yup.string().min(32, 'must have at least 32 characters');
const mongoUrl = () =>
  yup
    .string()
    .matches(/^(sqlite:|mongodb(\+srv)?:\/\/.)/, 'must start with mongodb:// or mongodb+srv://, or be sqlite:');
const hostPort = () => yup.string().matches(HOST_PORT, 'must be host:port');

const RATE = 'must be a number from 1 to 10000, such as 83.5';
const providerUrl = () =>
  yup.string().test('url', 'must be an https address (or http on loopback) without a path', (value) => {
    if (value === undefined) return true;
    const url = URL.parse(value);
    return url !== null && isPotentiallyTrustworthy(url) && url.href === `${url.origin}/`;
  });

const SHARE = 'must be a number from 0 to 1, such as 0.1';
/** Whether a trace is sent follows from its id, so that each `parentbased_` sampler does what its root sampler does. */
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`]);
const collectorUrl = () =>
  yup.string().test('url', 'must be an http or https address, such as http://localhost:4318', (value) => {
    const url = value === undefined ? null : URL.parse(value);
    return value === undefined || (url !== null && /^https?:$/.test(url.protocol));
  });

/** An address, alone or after a name; a name with a comma must be quoted (RFC 5322, 3.4). */
const SENDER = /^(?:[^\s@<>,;"]+@[^\s@<>,;"]+|(?:"[^"]*"\s*|[^<>,;"]*)<[^\s@<>,;"]+@[^\s@<>,;"]+>)$/;

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

const EVERY = 'must be minutes, hours or days from 10m to 7d, such as 30m, 6h or 1d';
const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const MIN_EVERY_MS = 10 * 60_000;
const MAX_EVERY_MS = 7 * 86_400_000;
/** As in key-protection.ts, which is loaded by backups only. */
const MIN_PASSPHRASE = 12;

/** A number of milliseconds; null: the text is none. */
function intervalOf(text: string): number | null {
  const [, count = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? Number.NaN);
  return ms >= MIN_EVERY_MS && ms <= MAX_EVERY_MS ? ms : null;
}

const schema = yup.object({
  PORT: whole(0, 65_535).default(3000),
  METRICS_PORT: whole(0, 65_535),
  HOST: yup.string().default('127.0.0.1'),
  PUBLIC_URL: yup
    .string()
    .test('origin', 'must be an address such as https://links.example.com, without a path', (value) => {
      if (value === undefined) return true;
      const url = URL.parse(value);
      return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '';
    }),
  DATA_DIR: yup.string().default('./data'),
  SERVICES: list()
    .of(
      yup
        .string()
        .notOneOf(
          ['scheduler'],
          `names scheduler, which is part of reactors now: write ${SERVICES.join(',')} for everything`,
        )
        .oneOf(SERVICES, `must be some of ${SERVICES.join(', ')}, with commas`)
        .required(),
    )
    .default([...SERVICES]),
  EVENT_STORE_URL: yup
    .string()
    .matches(/^(sqlite:|esdb(\+discover)?:\/\/.)/, 'must start with esdb:// or esdb+discover://, or be sqlite:'),
  READ_STORE_URL: mongoUrl(),
  MONGO_URL: mongoUrl(),
  KAFKA_BROKERS: list().of(hostPort().required()),
  KAFKA_SSL: yup.string().oneOf(['true', 'false'] as const, 'must be true or false'),
  KAFKA_CA_FILE: yup.string(),
  KAFKA_SASL_MECHANISM: yup
    .string()
    .oneOf(['plain', 'scram-sha-256', 'scram-sha-512'] as const, 'must be plain, scram-sha-256 or scram-sha-512'),
  KAFKA_SASL_USERNAME: yup.string(),
  KAFKA_SASL_PASSWORD: yup.string(),
  NAMESPACE: yup.string().matches(/^[\w-]{1,40}$/, 'must be at most 40 letters, digits, hyphens and underscores'),
  SESSION_SECRET: secret(),
  IDENTITY_SECRET: secret(),
  ADMINS: list()
    .of(
      yup
        .string()
        .matches(/^[^\s@<>,;"]+@[^\s@<>,;"]+$/, 'must be email addresses with commas, such as ann@example.com')
        .required(),
    )
    .default([]),
  TRUSTED_PROXIES: whole(0, 10).default(0),
  GOOGLE_CLIENT_ID: yup.string(),
  GOOGLE_CLIENT_SECRET: yup.string(),
  GITHUB_CLIENT_ID: yup.string(),
  GITHUB_CLIENT_SECRET: yup.string(),
  OIDC_ISSUER: yup.string().test('issuer', 'must be an https address such as https://login.example.com', (value) => {
    const url = value === undefined ? null : URL.parse(value);
    return (
      value === undefined || (url !== null && isPotentiallyTrustworthy(url) && url.search === '' && url.hash === '')
    );
  }),
  OIDC_CLIENT_ID: yup.string(),
  OIDC_CLIENT_SECRET: yup.string(),
  OIDC_NAME: yup.string().max(40, 'must be at most 40 characters'),
  PAYPAL_CLIENT_ID: yup.string(),
  PAYPAL_CLIENT_SECRET: yup.string(),
  PAYPAL_WEBHOOK_ID: yup.string().matches(/^[A-Za-z0-9]{1,50}$/, 'must be the id that PayPal shows for the webhook'),
  PAYPAL_ENVIRONMENT: yup
    .string()
    .oneOf(['live', 'sandbox'] as const, 'must be live or sandbox')
    .default('live'),
  PAYPAL_API_URL: providerUrl(),
  RAZORPAY_KEY_ID: yup.string(),
  RAZORPAY_KEY_SECRET: yup.string(),
  RAZORPAY_WEBHOOK_SECRET: yup.string(),
  RAZORPAY_API_URL: providerUrl(),
  INR_PER_USD: yup.number().typeError(RATE).min(1, RATE).max(10_000, RATE).default(DEFAULT_INR_RATE),
  SIGN_IN_MAILS_PER_NETWORK: whole(1, 1_000_000).default(5),
  SMTP_URL: yup.string().matches(/^(smtps?:\/\/|file:)./, 'must start with smtp://, smtps:// or file:'),
  MAIL_FROM: yup
    .string()
    .matches(SENDER, 'must be one address, such as links@example.com or Linkledger <links@example.com>')
    .default('Linkledger <linkledger@localhost>'),
  CHECKER_ALLOW_HOSTS: list().of(hostPort().required()).default([]),
  CHECKER_DNS: hostPort(),
  CHECKER_CONCURRENCY: whole(1, 256).default(16),
  CHECKER_TABS: whole(1, 64),
  CHECKER_TIMEOUT_MS: whole(1_000, 300_000).default(20_000),
  CHECKER_RENDER: yup
    .string()
    .oneOf(['auto', 'never'] as const, 'must be auto or never')
    .default('auto'),
  CHECKER_USER_AGENT: yup.string().matches(/^[\x20-\x7e]{1,300}$/, 'must be at most 300 plain ASCII characters'),
  CHROME_PATH: yup.string(),
  TIMESTAMP_URL: yup
    .string()
    .test('url', 'must be an address such as https://freetsa.org/tsr, without a user name', (value) => {
      const url = value === undefined ? null : URL.parse(value);
      return value === undefined || (url !== null && /^https?:$/.test(url.protocol) && url.username === '');
    }),
  EVIDENCE_QUOTA_MB: whole(0, 10_000_000).default(2_048),
  BACKUP_FOLDER: yup.string(),
  BACKUP_EVERY: yup
    .string()
    .test('interval', EVERY, (value) => value === undefined || intervalOf(value) !== null)
    .default('24h'),
  BACKUP_KEEP: whole(1, 10_000).default(28),
  BACKUP_RECIPIENT: yup
    .string()
    .matches(/^age1[a-z0-9]+$/, 'must be an age recipient (age1…), as age-keygen prints it'),
  BACKUP_PASSPHRASE: yup.string().min(MIN_PASSPHRASE, `must have at least ${MIN_PASSPHRASE} characters`),
  BACKUP_WITHOUT_KEYS: yup.string().oneOf(['true', 'false'] as const, 'must be true or false'),
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collectorUrl(),
  OTEL_SERVICE_NAME: yup.string(),
  OTEL_TRACES_SAMPLER: yup
    .string()
    .oneOf(SAMPLERS, `must be one of ${SAMPLERS.join(', ')}`)
    .default('always_on'),
  OTEL_TRACES_SAMPLER_ARG: yup.number().typeError(SHARE).min(0, SHARE).max(1, SHARE).default(1),
  LOG_LEVEL: yup
    .string()
    .oneOf(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('warn'),
});

/**
 * Reads the settings. An empty variable counts as not set.
 * @throws ConfigError naming every variable that is wrong and what to write.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    VARIABLES.map(({ name }) => [name, env[name]?.trim()] as const).filter(([, value]) => value),
  );
  const values = validated(given);
  const { servers, wrong: wrongServers } = serversOf(values);
  const wrong = [...wrongServers];
  wrong.push(...wrongBackup(values, servers), ...wrongBrowser(values));
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  const folder = values.SMTP_URL?.startsWith('file:') ? values.SMTP_URL.slice('file:'.length) : null;
  return Object.freeze({
    port: values.PORT,
    metricsPort: values.METRICS_PORT ?? null,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL?.replace(/\/$/, '') ?? null,
    dataDir: path.resolve(values.DATA_DIR),
    services: Object.freeze(values.SERVICES),
    servers: Object.freeze(servers),
    secrets: Object.freeze({ session: values.SESSION_SECRET ?? null, identity: values.IDENTITY_SECRET ?? null }),
    admins: Object.freeze(values.ADMINS.map((address) => address.toLowerCase())),
    trustedProxies: values.TRUSTED_PROXIES,
    providers: Object.freeze(providersOf(values)),
    payments: Object.freeze(paymentsOf(values)),
    signInMailsPerNetwork: values.SIGN_IN_MAILS_PER_NETWORK,
    smtpUrl: folder === null ? (values.SMTP_URL ?? null) : null,
    outbox: folder === null ? path.resolve(values.DATA_DIR, 'outbox') : path.resolve(folder),
    mailFrom: values.MAIL_FROM,
    checker: Object.freeze({
      allowHosts: Object.freeze(values.CHECKER_ALLOW_HOSTS),
      concurrency: values.CHECKER_CONCURRENCY,
      timeoutMs: values.CHECKER_TIMEOUT_MS,
      render: values.CHECKER_RENDER,
      ...(values.CHECKER_TABS && { tabs: values.CHECKER_TABS }),
      ...(values.CHECKER_DNS && { dns: values.CHECKER_DNS }),
      ...(values.CHECKER_USER_AGENT && { userAgent: values.CHECKER_USER_AGENT }),
      ...(values.CHROME_PATH && { chromePath: values.CHROME_PATH }),
    }),
    evidenceQuota: values.EVIDENCE_QUOTA_MB * 1_024 * 1_024,
    timestampUrl: values.TIMESTAMP_URL ?? null,
    backup:
      values.BACKUP_FOLDER === undefined
        ? null
        : Object.freeze({
            folder: path.resolve(values.BACKUP_FOLDER),
            everyMs: intervalOf(values.BACKUP_EVERY) ?? MAX_EVERY_MS,
            keep: values.BACKUP_KEEP,
          }),
    backupKeys: Object.freeze(backupKeysOf(values)),
    traces: tracesOf(values),
    logLevel: values.LOG_LEVEL,
  });
}

/** The file with settings beside package.json. */
const FILE = path.resolve(import.meta.dirname, '..', '..', '..', '.env');

/** What the file `.env` says, without the environment; nothing where there is none. */
export function fileSettings(): Readonly<Record<string, string | undefined>> {
  return existsSync(FILE) ? parseEnv(readFileSync(FILE, 'utf8')) : {};
}

/** The environment of this process, with an `.env` file beside package.json where there is one. */
export function loadEnvironment(): Readonly<Record<string, string | undefined>> {
  try {
    process.loadEnvFile(FILE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new ConfigError(`.env cannot be read: ${error}`);
  }
  return process.env;
}

/** The settings of this process. */
export function loadConfig(): Config {
  return readConfig(loadEnvironment());
}

/** The text of `.env.example`: every variable, its default and what it means. */
export function envExample(): string {
  const head = '# Copy to .env and change what you need. Every line shows its default; empty means not set.\n';
  return head + VARIABLES.map(({ name, example, meaning }) => `\n# ${meaning}\n# ${name}=${example}\n`).join('');
}

function validated(given: object): yup.InferType<typeof schema> {
  try {
    return schema.validateSync(given, { abortEarly: false });
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    const sentences = (error.inner.length > 0 ? error.inner : [error]).map(
      ({ path: name, message }) => `${name?.replace(/\[\d+\]$/, '')} ${message}.`,
    );
    throw new ConfigError([...new Set(sentences)].join('\n'));
  }
}

/** @throws ConfigError for a provider, of sign-in or payments, that is only half configured. */
function providersOf(values: yup.InferType<typeof schema>): readonly ProviderConfig[] {
  const missing = COMPLETE_OR_NOT_AT_ALL.flatMap((names) => {
    const absent = names.filter((name) => values[name] === undefined);
    return absent.length === 0 || absent.length === names.length
      ? []
      : `${absent.join(' and ')} must be set too, or ${names.filter((name) => !absent.includes(name)).join(' and ')} not.`;
  });
  if (missing.length > 0) throw new ConfigError(missing.join('\n'));
  const { OIDC_ISSUER: issuer } = values;
  return [
    client('google', 'Google', 'https://accounts.google.com', values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET),
    client('github', 'GitHub', null, values.GITHUB_CLIENT_ID, values.GITHUB_CLIENT_SECRET),
    client(
      'oidc',
      values.OIDC_NAME ?? URL.parse(issuer ?? '')?.hostname ?? '',
      issuer ?? null,
      values.OIDC_CLIENT_ID,
      values.OIDC_CLIENT_SECRET,
    ),
  ].flat();
}

/** The addresses are those of the providers' documentation. */
function paymentsOf(values: yup.InferType<typeof schema>): PaymentsConfig {
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID, PAYPAL_ENVIRONMENT } = values;
  const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET } = values;
  const paypalUrl = values.PAYPAL_API_URL?.replace(/\/$/, '');
  const razorpayUrl = values.RAZORPAY_API_URL?.replace(/\/$/, '');
  const sandbox = PAYPAL_ENVIRONMENT === 'sandbox' ? 'sandbox.' : '';
  return {
    paypal:
      PAYPAL_CLIENT_ID === undefined || PAYPAL_CLIENT_SECRET === undefined || PAYPAL_WEBHOOK_ID === undefined
        ? null
        : Object.freeze({
            clientId: PAYPAL_CLIENT_ID,
            clientSecret: PAYPAL_CLIENT_SECRET,
            webhookId: PAYPAL_WEBHOOK_ID,
            apiUrl: paypalUrl ?? `https://api-m.${sandbox}paypal.com`,
            script: `${paypalUrl ?? `https://www.${sandbox}paypal.com`}/web-sdk/v6/core`,
          }),
    razorpay:
      RAZORPAY_KEY_ID === undefined || RAZORPAY_KEY_SECRET === undefined || RAZORPAY_WEBHOOK_SECRET === undefined
        ? null
        : Object.freeze({
            keyId: RAZORPAY_KEY_ID,
            keySecret: RAZORPAY_KEY_SECRET,
            webhookSecret: RAZORPAY_WEBHOOK_SECRET,
            apiUrl: razorpayUrl ?? 'https://api.razorpay.com',
            script: `${razorpayUrl ?? 'https://checkout.razorpay.com'}/v1/checkout.js`,
          }),
    inrRate: values.INR_PER_USD,
  };
}

/** A process that opens no browser may name one that only others have. */
function wrongBrowser(values: yup.InferType<typeof schema>): readonly string[] {
  const { CHROME_PATH: file, CHECKER_RENDER: render, SERVICES: services } = values;
  if (file === undefined || render === 'never' || !services.includes('checker') || isProgram(file)) return [];
  return ['CHROME_PATH must be the path of a Chrome or Chromium that this user may start.'];
}

/** One sentence for each mix of settings that cannot work. */
function wrongBackup(values: yup.InferType<typeof schema>, servers: Servers | null): readonly string[] {
  const wrong: string[] = [];
  const { BACKUP_FOLDER: folder, BACKUP_RECIPIENT: recipient, BACKUP_PASSPHRASE: passphrase } = values;
  const ways = [recipient, passphrase, values.BACKUP_WITHOUT_KEYS === 'true' || undefined];
  if (ways.filter((way) => way !== undefined).length > 1)
    wrong.push('BACKUP_RECIPIENT, BACKUP_PASSPHRASE and BACKUP_WITHOUT_KEYS exclude each other: set one of them.');
  if (folder === undefined) return wrong;
  if (servers !== null)
    wrong.push(
      'BACKUP_FOLDER is for SQLite: EventStoreDB and MongoDB are backed up with their own tools (infra/docs/operating.md).',
    );
  if (/\.(tar|tar\.gz|tgz|tar\.zst)$/.test(folder)) wrong.push('BACKUP_FOLDER must be a folder, not an archive.');
  const way = path.relative(path.resolve(values.DATA_DIR), path.resolve(folder));
  if (!way.startsWith('..') && !path.isAbsolute(way))
    wrong.push('BACKUP_FOLDER must not be inside DATA_DIR: choose another folder, best on another disk.');
  return wrong;
}

function tracesOf(values: yup.InferType<typeof schema>): Config['traces'] {
  const endpoint = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_ENDPOINT;
  const sampler = values.OTEL_TRACES_SAMPLER.replace('parentbased_', '');
  if (endpoint === undefined || sampler === 'always_off') return null;
  return Object.freeze({ share: sampler === 'traceidratio' ? values.OTEL_TRACES_SAMPLER_ARG : 1 });
}

function backupKeysOf(values: yup.InferType<typeof schema>): KeyProtection {
  if (values.BACKUP_RECIPIENT !== undefined) return { kind: 'recipient', recipient: values.BACKUP_RECIPIENT };
  if (values.BACKUP_PASSPHRASE !== undefined) return { kind: 'passphrase', passphrase: values.BACKUP_PASSPHRASE };
  return values.BACKUP_WITHOUT_KEYS === 'true' ? { kind: 'left out' } : { kind: 'plain' };
}

const COMPLETE_OR_NOT_AT_ALL = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
  ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
] as const;

function client(
  provider: ProviderConfig['provider'],
  name: string,
  issuer: string | null,
  clientId: string | undefined,
  clientSecret: string | undefined,
): readonly ProviderConfig[] {
  if (clientId === undefined || clientSecret === undefined) return [];
  return [Object.freeze({ provider, name, issuer, clientId, clientSecret })];
}

function split(raw: unknown): string[] | undefined {
  if (Array.isArray(raw)) return raw;
  if (typeof raw !== 'string') return undefined;
  return raw.split(',').flatMap((entry) => entry.trim() || []);
}

/** Whether the public URL of this installation uses https. */
export function isHttps({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}
