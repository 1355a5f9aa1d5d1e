/** The server: reads the configuration, starts the roles, and stops them on a signal. */
import { loadConfig } from './main/config/config.ts';
import { start } from './main/process/start.ts';
import { createLogger } from './observability/logger.ts';
import { StartError } from './ports/process/start-error.ts';

/** After this long the process ends everything that still hangs; acknowledged data is then on disk. */
const STOP_LIMIT_MS = 9_000;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** A failure that a person can act on is printed as its message; any other is a defect, with its stack. */
function fail(error: unknown): never {
  const text = error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

let stop = (): void => process.exit(1);
// `npm run cluster` has the other end, and ended without a word.
process.once('disconnect', () => stop());
try {
  const config = loadConfig();
  const logger = createLogger(config.logLevel);
  process.on('uncaughtException', (error) => {
    logger.error({ err: error }, 'the process ends because of a defect; all acknowledged data is saved');
    process.exit(1);
  });
  const server = await start(config, { print });
  // npm passes on a signal that the terminal has already sent: the second signal must not interrupt the first.
  let stopping = false;
  stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      const waits = [...new Set(process.getActiveResourcesInfo())];
      logger.error(
        { waits },
        `the process has not stopped within ${STOP_LIMIT_MS / 1000} s and ends now; all acknowledged data is saved`,
      );
      process.exit(1);
    }, STOP_LIMIT_MS).unref();
    server.stop().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  print(`Linkledger is running at ${server.url}`);
  if (config.smtpUrl === null && config.servers === null) {
    print('Sign in with your email address: no mail server is set up, so the sign-in link appears here');
    print(`and in ${config.outbox}. Stop with Ctrl+C.`);
  }
  if (config.admins.length === 0) {
    print('Set ADMINS to your email address to see the state of the system, at /system.');
  }
} catch (error) {
  fail(error);
}
