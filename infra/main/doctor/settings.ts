/** Settings that are unknown, wrong, or do not fit together. */
import { type Config, type ConfigError, SETTING_NAMES } from '../config/config.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, warning, error } = findingsOf('settings');

/** Prefixes of Linkledger's settings, which the variables of other programs do not have. */
const OWN_PREFIX =
  /^(BACKUP|CHECKER|CHROME|EVENT_STORE|EVIDENCE|IDENTITY|KAFKA|MAIL|METRICS|MONGO|OIDC|PAYPAL|RAZORPAY|READ_STORE|SIGN|SMTP|TRUSTED)_/;

/** Variables that Linkledger does not read: all in the file, and those in the environment with a prefix of its settings. */
export function unknownSettings(
  environment: Readonly<Record<string, string | undefined>>,
  file: Readonly<Record<string, string | undefined>>,
): readonly Finding[] {
  const settingNames = new Set<string>(SETTING_NAMES);
  const names = new Set([...Object.keys(file), ...Object.keys(environment).filter((name) => OWN_PREFIX.test(name))]);
  return (
    [...names]
      // OpenTelemetry itself reads further variables.
      .filter((name) => !settingNames.has(name) && !name.startsWith('OTEL_'))
      .map((name) => {
        const nearest = SETTING_NAMES.find((each) => distance(each, name) <= 2);
        return warning(
          `${name} is no setting of Linkledger: it is ignored.`,
          nearest === undefined
            ? 'Remove it, or look for its name in .env.example.'
            : `Write ${nearest} if you mean that.`,
        );
      })
  );
}

/** Each sentence about a wrong setting. */
export function wrongSettings(problem: ConfigError): readonly Finding[] {
  return problem.message.split('\n').map((line) => error(line, 'The server does not start until this is changed.'));
}

const LOCAL = /^https?:\/\/(localhost|127\.|\[::1\])/;

/** Settings that work only for users on this machine, and who may create an account. */
export function doubtfulSettings(config: Config): readonly Finding[] {
  const { publicUrl, smtpUrl, mailFrom, trustedProxies, host, servers, secrets, signUp } = config;
  const isPublic = publicUrl !== null && !LOCAL.test(publicUrl);
  const found: Finding[] = [];
  if (isPublic && publicUrl.startsWith('http:')) {
    found.push(
      warning(
        'PUBLIC_URL begins with http: cookies and sign-in links travel unencrypted.',
        'Put a proxy with TLS in front and write https (infra/docs/operating.md).',
      ),
    );
  }
  if (isPublic && trustedProxies === 0 && /^(127\.|localhost$|::1$)/.test(host)) {
    found.push(
      warning(
        'PUBLIC_URL is not on this machine, so a proxy is in front, but TRUSTED_PROXIES is 0: everybody shares the same limits.',
        'Set TRUSTED_PROXIES to the number of proxies in front, usually 1.',
      ),
    );
  }
  if (isPublic && smtpUrl === null && servers === null) {
    found.push(
      warning(
        'No mail server is set: sign-in links appear in the terminal and in the outbox only.',
        'Set SMTP_URL and MAIL_FROM.',
      ),
    );
  }
  if (!isPublic && smtpUrl !== null) {
    found.push(
      warning(
        `Mails are sent, but their links lead to ${publicUrl ?? 'localhost'}.`,
        'Set PUBLIC_URL to the address that people use.',
      ),
    );
  }
  if (smtpUrl !== null && /@localhost>?$/.test(mailFrom))
    found.push(
      warning(`MAIL_FROM is ${mailFrom}: many mail servers refuse it.`, 'Set MAIL_FROM to an address of your domain.'),
    );
  if (secrets.session !== null && secrets.session === secrets.identity)
    found.push(
      warning('SESSION_SECRET and IDENTITY_SECRET are the same.', 'Use two secrets; never change IDENTITY_SECRET.'),
    );
  if (found.length === 0) found.push(ok('All settings are known and go together.'));
  return [...found, ok(signUp.sentence ?? 'Everybody may create an account (SIGN_UP).')];
}

/** The Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, otherLetter] of [...other].entries()) {
      const replaced = (row[index] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
