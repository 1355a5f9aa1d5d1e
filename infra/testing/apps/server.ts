/** Linkledger itself on a data folder of its own, in this process, for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Clocks } from '../../../command-service/clock/clock-guard.ts';
import type { CheckQueues } from '../../../command-service/contract/check-contract.ts';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { openEngine } from '../../engines/open-engine.ts';
import { readConfig } from '../../main/config/config.ts';
import type { LinkledgerEngine } from '../../main/parts/role.ts';
import { start } from '../../main/process/start.ts';
import { createLogger } from '../../observability/logger.ts';
import { resetPosition, signIn, type Visitor } from '../actors/visitor.ts';
import { startCluster } from './cluster.ts';
import { settled } from './settled.ts';

/** All people of a test sign in from one network. */
export const MANY_SIGN_INS = { SIGN_IN_MAILS_PER_NETWORK: '1000000' };

/** Without Kafka the checker is in a command process. */
const CLUSTER = ['--command', '2', '--query', '2', '--projections', '2'];

export interface TestServer {
  readonly url: string;
  readonly dataDir: string;
  /** The lines the server has printed. */
  readonly said: readonly string[];
  signIn(email: string): Promise<Visitor>;
  /** Resolves once every view and reactor has seen what was appended before, and what followed from it. */
  settled(): Promise<void>;
  /** Stops it and removes its folder. */
  close(): Promise<void>;
}

/** With TEST_CLUSTER=1 any suite that has no clocks of its own runs against several processes on real servers. */
let isCluster = process.env.TEST_CLUSTER === '1';

/** From now on `startServer` starts a cluster on real servers, in a test file that has none of its own clocks. */
export function startOnCluster(): void {
  isCluster = true;
}

/** Starts all parts on a free port; `allow` are the host:port pairs on loopback the checker may visit. */
export async function startServer(
  allow: readonly string[],
  settings: Record<string, string> = {},
  clocks?: Clocks,
): Promise<TestServer> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-app-'));
  if (isCluster) {
    const given = { CHECKER_ALLOW_HOSTS: allow.join(','), ...MANY_SIGN_INS, ...settings };
    const cluster = await startCluster(CLUSTER, dataDir, given);
    return {
      ...{ ...cluster, dataDir, signIn: (email) => signIn(cluster.url, email, cluster.said) },
      settled: () => clusterSettled(dataDir, cluster.settings),
    };
  }
  const said: string[] = [];
  const env = {
    PORT: '0',
    DATA_DIR: dataDir,
    CHECKER_ALLOW_HOSTS: allow.join(','),
    LOG_LEVEL: 'error',
    ...MANY_SIGN_INS,
    ...settings,
  };
  let engine: LinkledgerEngine | null = null;
  const linkledger = await start(readConfig(env), {
    print: (line) => void said.push(line),
    ...(clocks && { clocks }),
    open: async (options) => (engine = await openEngine<LinkledgerEvent, CheckQueues>(options)),
  });
  resetPosition(linkledger.url);
  return {
    url: linkledger.url,
    dataDir,
    said,
    signIn: (email) => signIn(linkledger.url, email, said),
    settled: async () => {
      if (engine !== null) await settled(engine);
    },
    async close() {
      await linkledger.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The same for a cluster, through a connection of its own to the servers. */
async function clusterSettled(dataDir: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const { servers } = readConfig({ ...settings, DATA_DIR: dataDir, SERVICES: 'projections' });
  const logger = createLogger('silent');
  const clock = { now: () => new Date(), mayRemove: () => false };
  const options = { dataDir, servers, logLevel: 'silent', schemas: allViews, logger, ...clock };
  const engine = await openEngine<LinkledgerEvent, CheckQueues>(options);
  try {
    await settled(engine);
  } finally {
    await engine.close();
  }
}
