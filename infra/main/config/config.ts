/** The settings of a process, from all subjects, and the only reader of `process.env`: validated once, frozen. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import * as yup from 'yup';
import { StartError } from '../../ports/process/start-error.ts';
import { BACKUP, backupOf, wrongBackup } from './backup.ts';
import { CHECKER, checkerOf, wrongBrowser } from './checker.ts';
import { MAIL, mailOf } from './mail.ts';
import { OBSERVABILITY, observabilityOf } from './observability.ts';
import { PAYMENTS, paymentsOf } from './payments.ts';
import { PROCESS, processOf } from './process.ts';
import { SERVERS, serversOf } from './servers.ts';
import { SIGN_IN, signInOf, wrongSignUp } from './sign-in.ts';

/** Every variable of the environment, in the order of `.env.example`. */
const VARIABLES = { ...PROCESS, ...SERVERS, ...SIGN_IN, ...MAIL, ...PAYMENTS, ...CHECKER, ...BACKUP, ...OBSERVABILITY };

const schema = yup.object(VARIABLES);

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(VARIABLES);

export type Config = ReturnType<typeof readConfig>;

/** A setting that cannot be used. The message is a sentence that says what to write instead. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';
}

/**
 * Reads the settings. An empty variable counts as not set.
 * @throws ConfigError naming every variable that is wrong and what to write.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const settings = SETTING_NAMES.map((name) => [name, env[name]?.trim()] as const).filter(([, value]) => value);
  const values = validated(Object.fromEntries(settings));
  const { servers, wrong } = serversOf(values);
  refuse([...wrong, ...wrongBackup(values, servers), ...wrongBrowser(values)]);
  refuse(halfConfigured(values));
  const signIn = signInOf(values);
  refuse(wrongSignUp(signIn));
  return Object.freeze({
    ...processOf(values),
    /** null: everything is in `dataDir`. */
    servers: Object.freeze(servers),
    ...signIn,
    ...mailOf(values),
    payments: paymentsOf(values),
    ...checkerOf(values),
    ...backupOf(values),
    ...observabilityOf(values),
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
  const lines = Object.entries(VARIABLES).map(
    ([name, { spec }]) => `\n# ${spec.meta?.meaning}\n# ${name}=${spec.meta?.shown ?? spec.default ?? ''}\n`,
  );
  return head + lines.join('');
}

function validated(settings: object): yup.InferType<typeof schema> {
  try {
    return schema.validateSync(settings, { abortEarly: false });
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    const sentences = (error.inner.length > 0 ? error.inner : [error]).map(
      ({ path: name, message }) => `${name?.replace(/\[\d+\]$/, '')} ${message}.`,
    );
    throw new ConfigError([...new Set(sentences)].join('\n'));
  }
}

function refuse(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
}

const COMPLETE_OR_NOT_AT_ALL = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
  ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
] as const;

/** One sentence for each provider, of sign-in or payments, that is only half configured. */
function halfConfigured(values: yup.InferType<typeof schema>): readonly string[] {
  return COMPLETE_OR_NOT_AT_ALL.flatMap((names) => {
    const { set, absent } = Object.groupBy(names, (name) => (values[name] === undefined ? 'absent' : 'set'));
    return set && absent ? `${absent.join(' and ')} must be set too, or ${set.join(' and ')} not.` : [];
  });
}

/** Whether the public URL of this installation uses https. */
export function isHttps({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}
