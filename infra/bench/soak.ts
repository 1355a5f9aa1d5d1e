/**
 * Mixed load for a long time: `node infra/bench/soak.ts [minutes] [people] [ms between two requests of a person]` (default
 * 30, 16, 4,000). People add, edit, check, import, delete, restore, correct, share, invite and export; each watches an
 * event stream. Each minute a line says how the process is; the last lines say what grows, without the first quarter.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProcess } from '../testing/apps/server-process.ts';
import { startFailingHosts } from '../testing/fakes/failing-hosts.ts';
import { startMailServer } from '../testing/fakes/mail-server.ts';
import { Person } from '../testing/random-faults/person.ts';
import { randomNumbers } from '../testing/random-history.ts';
import { printRow } from './measure.ts';

const MINUTE_MS = 60_000;
const SEED = 1;
const HOSTS = 6;
/** Part of the articles whose link only a browser finds. */
const SCRIPTED = 0.05;
/** Longest first part, in minutes, in which caches fill. */
const WARM_UP = 0.25;

const [minutes = 30, count = 16, thinkMs = 4_000] = process.argv.slice(2).map(Number);
const root = mkdtempSync(join(tmpdir(), 'linkledger-soak-'));
const dataDir = join(root, 'data');
const temporary = join(root, 'temporary');
mkdirSync(temporary);
const [mail, hosts] = await Promise.all([startMailServer(), startFailingHosts(HOSTS)]);
const server = await startProcess({
  ...{ DATA_DIR: dataDir, TMPDIR: temporary, SMTP_URL: mail.url },
  CHECKER_ALLOW_HOSTS: hosts.hosts.join(),
});
const people: Person[] = [];
for (let index = 0; index < count; index += 1) {
  const options = { url: server.url, hosts: hosts.hosts, thinkMs, scripted: SCRIPTED };
  people.push(await Person.signUp(`person${index}`, mail, { ...options, random: randomNumbers(SEED + index) }));
}

/** One minute. Sizes in MB, delays in ms. */
interface Sample {
  readonly minute: number;
  readonly resident: number;
  readonly heap: number;
  readonly descriptors: number;
  readonly delayP99: number;
  readonly delayMax: number;
  readonly wal: number;
  readonly temporaryFiles: number;
  readonly events: number;
  readonly requests: number;
}

const over = new AbortController();
const working = people.map((person) => person.work(over.signal));
const samples: Sample[] = [];
printRow('minute', 'RSS MB', 'heap MB', 'files', 'delay p99', 'delay max', 'WAL MB', 'temporary', 'events', 'requests');
for (let minute = 1; minute <= minutes; minute += 1) {
  await pause(MINUTE_MS);
  const sample = await measure(minute);
  samples.push(sample);
  const { resident, heap, descriptors, delayP99, delayMax, wal, temporaryFiles, events, requests } = sample;
  printRow(
    String(minute),
    ...[resident, heap].map((megabytes) => megabytes.toFixed(0)),
    String(descriptors),
    ...[delayP99, delayMax].map((ms) => `${ms.toFixed(0)} ms`),
    wal.toFixed(1),
    ...[temporaryFiles, events, requests].map(String),
  );
}
over.abort();
await Promise.all(working);
const wrong = people.flatMap(({ operations }) => operations.wrong);
for (const each of wrong) console.log(`WRONG: ${each}`);

const steady = samples.slice(Math.floor(samples.length * WARM_UP));
printRow('growth an hour: RSS', `${slope(steady, 'resident').toFixed(1)} MB`);
printRow('growth an hour: heap', `${slope(steady, 'heap').toFixed(1)} MB`);
printRow('growth an hour: descriptors', slope(steady, 'descriptors').toFixed(1));
printRow('growth an hour: write-ahead logs', `${slope(steady, 'wal').toFixed(1)} MB`);
printRow('growth an hour: temporary files', slope(steady, 'temporaryFiles').toFixed(1));

const code = await server.end('SIGTERM');
console.log(`The server stopped with exit code ${code}; ${readdirSync(temporary).length} temporary files are left.`);
if (server.logged() !== '') console.log(`The server logged:\n${server.logged().slice(0, 4_000)}`);
await Promise.all([mail.close(), hosts.close()]);
rmSync(root, { recursive: true, force: true });

async function measure(minute: number): Promise<Sample> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  const logs = readdirSync(dataDir).filter((name) => name.endsWith('-wal'));
  return {
    minute,
    resident: value('process_resident_memory_bytes') / 1e6,
    heap: value('nodejs_heap_size_used_bytes') / 1e6,
    descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
    delayP99: value('nodejs_eventloop_lag_p99_seconds') * 1e3,
    delayMax: value('nodejs_eventloop_lag_max_seconds') * 1e3,
    wal: logs.reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0) / 1e6,
    temporaryFiles: readdirSync(temporary).length,
    events: value('linkledger_log_position'),
    requests: people.reduce((sum, { operations }) => sum + operations.all.length, 0),
  };
}

/** By how much a figure grows in an hour: the line with the least squares. */
function slope(all: readonly Sample[], figure: 'resident' | 'heap' | 'descriptors' | 'wal' | 'temporaryFiles'): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middle, average] = [mean(all.map(({ minute }) => minute)), mean(all.map((each) => each[figure]))];
  const shared = all.reduce((sum, each) => sum + (each.minute - middle) * (each[figure] - average), 0);
  const spread = all.reduce((sum, { minute }) => sum + (minute - middle) ** 2, 0);
  return (shared / spread) * 60;
}
