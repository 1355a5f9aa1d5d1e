/** Checks of pages, their browser, and the screenshots that stay. */
import { accessSync, constants, statSync } from 'node:fs';
import type { PROCESS } from './process.ts';
import { choice, hostPort, list, text, type VariableValues, whole } from './variable.ts';

export const CHECKER = {
  CHECKER_ALLOW_HOSTS: list(hostPort('Private host:port pairs the checker may visit, with commas.')),
  CHECKER_DNS: hostPort('host:port of a resolver for checked names; the system’s if empty.'),
  CHECKER_CONCURRENCY: whole('How many checks run at once.', 1, 256).default(16),
  CHECKER_TABS: whole('How many browser tabs are open at once; as many as cores and memory allow if empty.', 1, 64),
  CHECKER_TIMEOUT_MS: whole('How long one check may take, in milliseconds.', 1_000, 300_000).default(20_000),
  CHECKER_RENDER: choice('auto: Chromium where the source does not decide; or never.', ['auto', 'never']).default(
    'auto',
  ),
  CHECKER_USER_AGENT: text('How the checker introduces itself to sites.').matches(
    /^[\x20-\x7e]{1,300}$/,
    'must be at most 300 plain ASCII characters',
  ),
  CHROME_PATH: text('The Chrome or Chromium to use; found by itself if empty.'),
  EVIDENCE_QUOTA_MB: whole('Space for screenshots of changed links, in MB; 0 for none.', 0, 10_000_000).default(2_048),
};

/** How pages are checked, and how much of them stays. */
export const checkerOf = (values: VariableValues<typeof CHECKER>) => ({
  checker: Object.freeze({
    allowHosts: Object.freeze(values.CHECKER_ALLOW_HOSTS),
    concurrency: values.CHECKER_CONCURRENCY,
    timeoutMs: values.CHECKER_TIMEOUT_MS,
    render: values.CHECKER_RENDER,
    /** Browser tabs at once; absent: as many as the machine allows. */
    ...(values.CHECKER_TABS && { tabs: values.CHECKER_TABS }),
    ...(values.CHECKER_DNS && { dns: values.CHECKER_DNS }),
    ...(values.CHECKER_USER_AGENT && { userAgent: values.CHECKER_USER_AGENT }),
    ...(values.CHROME_PATH && { chromePath: values.CHROME_PATH }),
  }),
  /** In bytes. */
  evidenceQuota: values.EVIDENCE_QUOTA_MB * 1_024 * 1_024,
});

/** A process that opens no browser may name one that only others have. */
export function wrongBrowser(values: VariableValues<typeof CHECKER & typeof PROCESS>): readonly string[] {
  const { CHROME_PATH: file, CHECKER_RENDER: render, SERVICES: services } = values;
  if (file === undefined || render === 'never' || !services.includes('checker') || isProgram(file)) return [];
  return ['CHROME_PATH must be the path of a Chrome or Chromium that this user may start.'];
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
