/** The EventStoreDB of a test file: TEST_EVENT_STORE_URL, else `kurrentd` or `eventstored` on the PATH. */
import { findProgram, type ServerProcess, startServer } from './find-server.ts';

export const NO_EVENT_STORE =
  'EventStoreDB: nothing is tested. Set TEST_EVENT_STORE_URL, or put kurrentd or eventstored on the PATH';

/** Little memory: the test server holds few events. */
const SMALL = {
  'stream-existence-filter-size': '1000000',
  'stream-info-cache-capacity': '10000',
  'chunks-cache-size': '0',
  'worker-threads': '2',
  'reader-threads-count': '2',
  'max-mem-table-size': '50000',
};

/**
 * Starts a server of one node, without TLS and without projections; null if there is no program.
 * @param options more options of the program, without `--`.
 */
export async function startEventStoreDb(
  options: Readonly<Record<string, string>> = {},
): Promise<(ServerProcess & { readonly url: string }) | null> {
  const file = findProgram('kurrentd', 'eventstored');
  if (file === null) return null;
  const server = await startServer({
    file,
    ports: 2,
    args: ([http, replication], folder) => [
      ...['--insecure', '--run-projections', 'None', '--disable-log-file'],
      ...['--db', `${folder}/db`, '--index', `${folder}/index`, '--log', `${folder}/log`],
      ...['--node-ip', '127.0.0.1', '--node-port', `${http}`],
      ...['--replication-ip', '127.0.0.1', '--replication-port', `${replication}`],
      ...Object.entries({ ...SMALL, ...options }).flatMap(([name, value]) => [`--${name}`, value]),
    ],
    env: { DOTNET_gcServer: '0', EVENTSTORE_TELEMETRY_OPTOUT: 'true', KURRENTDB_TELEMETRY_OPTOUT: 'true' },
    isHealthy: async ([http]) => (await fetch(`http://127.0.0.1:${http}/health/live`)).ok,
  });
  return { ...server, url: `esdb://127.0.0.1:${server.ports[0]}?tls=false` };
}

/** The server for a suite that only needs one, and how to stop it; null if there is none. */
export async function findEventStoreDb(): Promise<{ readonly url: string; stop(): Promise<void> } | null> {
  const url = process.env.TEST_EVENT_STORE_URL;
  return url === undefined || url === '' ? startEventStoreDb() : { url, stop: async () => {} };
}
