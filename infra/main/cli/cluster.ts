/**
 * `npm run cluster -- --command 2 --query 2 --projections 2 --checker 3`: Linkledger in several processes on this
 * machine, behind one port, on the servers in the environment.
 */
import path from 'node:path';
import { NetworkLimit } from '../../http/limits/connection-limit.ts';
import { listen } from '../../http/routing/server.ts';
import { createLogger } from '../../observability/logger.ts';
import { StartError } from '../../ports/process/start-error.ts';
import { loadEnvironment, readConfig } from '../config/config.ts';
import { planCluster } from './cluster-plan.ts';
import { type ClusterProcess, startClusterProcess } from './cluster-process.ts';
import { createProxy } from './cluster-proxy.ts';

/** How long running requests may go on once the cluster stops. */
const REQUEST_GRACE_MS = 2_000;
const print = (line: string) => process.stdout.write(`${line}\n`);

function fail(error: unknown): never {
  const text = error instanceof StartError ? error.message : error instanceof Error ? error.message : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** The settings of the machine, which are the same for all processes. */
function withoutServers(env: Readonly<Record<string, string | undefined>>) {
  const isOfServers = (name: string) => /^(EVENT_STORE_URL|READ_STORE_URL|MONGO_URL|KAFKA_\w+)$/.test(name);
  const rest = Object.entries(env).filter(([name]) => !isOfServers(name));
  return { ...Object.fromEntries(rest), SERVICES: 'query' };
}

try {
  const environment = loadEnvironment();
  const { host, port, trustedProxies, dataDir, logLevel } = readConfig(withoutServers(environment));
  const processes: (ClusterProcess & { readonly role: string })[] = [];
  const portsOf = (role: string) =>
    processes.filter((each) => each.role === role && each.isReady()).map((each) => each.port);
  const server = await listen(createProxy(portsOf), host, port, {
    networks: trustedProxies === 0 ? new NetworkLimit(createLogger(logLevel)) : null,
  });
  let stopping: Promise<void> | null = null;
  const stop = async () => {
    // Ctrl+C also reaches each process: they end while running requests are still answered.
    for (const each of processes) each.retire();
    await server.stop(REQUEST_GRACE_MS);
    await Promise.all(processes.map((each) => each.stop()));
  };
  const stopOnce = () => {
    stopping ??= stop();
    return stopping;
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void stopOnce().then(() => process.exit(0), fail));
  const outbox = path.join(dataDir, 'outbox');
  const env = {
    ...environment,
    PUBLIC_URL: environment.PUBLIC_URL || `http://localhost:${server.port}`,
    SMTP_URL: environment.SMTP_URL || `file:${outbox}`,
    TRUSTED_PROXIES: String(trustedProxies + 1),
  };
  try {
    const plan = planCluster(process.argv.slice(2), Boolean(environment.KAFKA_BROKERS));
    for (const { services } of plan) {
      if (readConfig({ ...env, SERVICES: services }).servers === null)
        throw new StartError('Several processes need EVENT_STORE_URL and READ_STORE_URL: SQLite serves one process.');
    }
    for (const { name, services } of plan) {
      const started = await startClusterProcess({ name, env: { ...env, SERVICES: services }, print });
      processes.push({ ...started, role: name.split(' ')[0] ?? name });
    }
    await Promise.all(processes.map(({ started }) => started));
  } catch (error) {
    await stopOnce();
    throw error;
  }
  for (const { name, pid, port: own } of processes) print(`${name}: process ${pid()} at 127.0.0.1:${own}`);
  print(`Linkledger is running at http://localhost:${server.port}`);
  if (!environment.SMTP_URL)
    print(`Sign-in links appear here and in ${outbox}: no mail server is set up. Stop with Ctrl+C.`);
} catch (error) {
  fail(error);
}
