/** The only reader of `process.env`: validated once, frozen, with defaults (design 8). */
import path from 'node:path';
import * as yup from 'yup';

/** The parts one process can play. */
export const SERVICES = ['command', 'query', 'projections', 'checker', 'scheduler'] as const;
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
  { name: 'PUBLIC_URL', example: 'http://localhost:3000', meaning: 'Where people reach it: links in mails start so.' },
  { name: 'DATA_DIR', example: './data', meaning: 'The folder that holds everything: events, views, keys, outbox.' },
  { name: 'SERVICES', example: SERVICES.join(','), meaning: 'Which parts this process plays.' },
  { name: 'SESSION_SECRET', example: '', meaning: 'Keys the sessions; at least 32 characters. Made on first start.' },
  { name: 'SMTP_URL', example: '', meaning: 'smtp://user:password@host:587; without it mails go to DATA_DIR/outbox.' },
  { name: 'MAIL_FROM', example: 'Linkledger <linkledger@localhost>', meaning: 'The sender of mails.' },
  { name: 'CHECKER_ALLOW_HOSTS', example: '', meaning: 'Private host:port pairs the checker may visit, with commas.' },
  { name: 'CHECKER_DNS', example: '', meaning: 'host:port of a resolver for checked names; the system’s if empty.' },
  { name: 'CHECKER_CONCURRENCY', example: '16', meaning: 'How many checks run at once.' },
  { name: 'CHECKER_TIMEOUT_MS', example: '20000', meaning: 'How long one check may take, in milliseconds.' },
  { name: 'CHECKER_RENDER', example: 'auto', meaning: 'auto: Chromium where the source does not decide; or never.' },
  { name: 'CHECKER_USER_AGENT', example: '', meaning: 'How the checker introduces itself to sites.' },
  { name: 'CHROME_PATH', example: '', meaning: 'The Chrome or Chromium to use; found by itself if empty.' },
  { name: 'EVIDENCE_QUOTA_MB', example: '2048', meaning: 'Room for pictures of changed links, in MB; 0 for none.' },
  { name: 'LOG_LEVEL', example: 'warn', meaning: 'debug, info, warn, error or silent; JSON lines on standard error.' },
] as const satisfies readonly Variable[];

export interface Config {
  readonly port: number;
  readonly host: string;
  /** null: http://localhost and the port it came to listen on. */
  readonly publicUrl: string | null;
  readonly dataDir: string;
  readonly services: readonly Service[];
  readonly sessionSecret: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly checker: {
    readonly allowHosts: readonly string[];
    readonly concurrency: number;
    readonly timeoutMs: number;
    readonly render: 'auto' | 'never';
    readonly dns?: string;
    readonly userAgent?: string;
    readonly chromePath?: string;
  };
  /** In bytes. */
  readonly evidenceQuota: number;
  readonly logLevel: string;
}

/** A setting that cannot be used. The message is a sentence that says what to write instead. */
export class ConfigError extends Error {
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
const hostPort = () => yup.string().matches(HOST_PORT, 'must be host:port');

const schema = yup.object({
  PORT: whole(0, 65_535).default(3000),
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
        .oneOf(SERVICES, `must be some of ${SERVICES.join(', ')}, with commas`)
        .required(),
    )
    .default([...SERVICES]),
  SESSION_SECRET: yup.string().min(32, 'must have at least 32 characters'),
  SMTP_URL: yup.string().matches(/^smtps?:\/\/./, 'must start with smtp:// or smtps://'),
  MAIL_FROM: yup.string().default('Linkledger <linkledger@localhost>'),
  CHECKER_ALLOW_HOSTS: list().of(hostPort().required()).default([]),
  CHECKER_DNS: hostPort(),
  CHECKER_CONCURRENCY: whole(1, 256).default(16),
  CHECKER_TIMEOUT_MS: whole(1_000, 300_000).default(20_000),
  CHECKER_RENDER: yup
    .string()
    .oneOf(['auto', 'never'] as const, 'must be auto or never')
    .default('auto'),
  CHECKER_USER_AGENT: yup.string().matches(/^[\x20-\x7e]{1,300}$/, 'must be at most 300 plain ASCII characters'),
  CHROME_PATH: yup.string(),
  EVIDENCE_QUOTA_MB: whole(0, 10_000_000).default(2_048),
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
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL?.replace(/\/$/, '') ?? null,
    dataDir: path.resolve(values.DATA_DIR),
    services: Object.freeze(values.SERVICES),
    sessionSecret: values.SESSION_SECRET ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    checker: Object.freeze({
      allowHosts: Object.freeze(values.CHECKER_ALLOW_HOSTS),
      concurrency: values.CHECKER_CONCURRENCY,
      timeoutMs: values.CHECKER_TIMEOUT_MS,
      render: values.CHECKER_RENDER,
      ...(values.CHECKER_DNS && { dns: values.CHECKER_DNS }),
      ...(values.CHECKER_USER_AGENT && { userAgent: values.CHECKER_USER_AGENT }),
      ...(values.CHROME_PATH && { chromePath: values.CHROME_PATH }),
    }),
    evidenceQuota: values.EVIDENCE_QUOTA_MB * 1_024 * 1_024,
    logLevel: values.LOG_LEVEL,
  });
}

/** The settings of this process: its environment, and an `.env` file beside package.json where there is one. */
export function configOfProcess(): Config {
  try {
    process.loadEnvFile(path.resolve(import.meta.dirname, '..', '.env'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new ConfigError(`.env cannot be read: ${error}`);
  }
  return readConfig(process.env);
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

function split(raw: unknown): string[] | undefined {
  if (Array.isArray(raw)) return raw;
  if (typeof raw !== 'string') return undefined;
  return raw.split(',').flatMap((entry) => entry.trim() || []);
}
