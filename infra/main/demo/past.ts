/**
 * Ninety days of the agency's past, written before the demo starts: its people sign up by a clock that is ninety days
 * behind, then each link's events are decided and appended with their own dates, in the order of time.
 */
import type { CheckQueues } from '../../../command-service/contract/check-contract.ts';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { openEngine } from '../../engines/open-engine.ts';
import { createLogger } from '../../observability/logger.ts';
import type { Config } from '../config/config.ts';
import { openLog } from '../parts/open-log.ts';
import { start } from '../process/start.ts';
import type { Agency } from '../sample/agency.ts';
import { PAST_DAYS } from '../sample/story.ts';
import { DAY_MS, writeStory } from '../sample/write-story.ts';
import { askForLink, signInWith } from './api-client.ts';
import type { Articles } from './articles/server.ts';
import { printedMails } from './mailbox.ts';
import { seedPeople } from './seed.ts';

/**
 * Writes the past into the configured data folder. No process may use the folder meanwhile.
 * @param say gets the lines for the terminal that contain no mail.
 */
export async function writePast(
  config: Config,
  articles: Pick<Articles, 'promised'>,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const now = new Date();
  const agency = await signUp(config, new Date(now.getTime() - PAST_DAYS * DAY_MS), say, signal);
  const logger = createLogger(config.logLevel);
  const engine = await openEngine<LinkledgerEvent, CheckQueues>({
    ...{ dataDir: config.dataDir, logLevel: config.logLevel, schemas: allViews, logger },
    ...{ now: () => new Date(), mayRemove: () => false },
  });
  try {
    await writeStory(openLog(engine, logger), articles.promised, agency, now, signal);
  } finally {
    await engine.close();
  }
}

/** The people sign up and form their team. */
async function signUp(config: Config, first: Date, say: (line: string) => void, signal: AbortSignal): Promise<Agency> {
  const { hear, ...mails } = printedMails(say);
  const started = performance.now();
  const now = () => new Date(first.getTime() + performance.now() - started);
  const linkledger = await start(
    { ...config, port: 0, services: ['command', 'query', 'projections'] },
    { print: hear, clocks: { now, monotonicMs: () => performance.now() } },
  );
  try {
    const signIn = async (email: string) => signInWith(await askForLink(linkledger.url, email, mails, signal), signal);
    return await seedPeople({ signIn, invitation: mails.invitation });
  } finally {
    await linkledger.stop();
  }
}
