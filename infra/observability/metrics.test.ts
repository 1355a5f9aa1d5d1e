/** The figures of a real process, against the conventions of Prometheus. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { request } from 'undici';
import { signIn } from '../testing/actors/visitor.ts';
import { startProcess } from '../testing/apps/server-process.ts';
import { metricsIn } from '../testing/named-metrics.ts';
import { type Family, problemsOf, readMetrics } from '../testing/prometheus-text.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { waitUntil } from '../testing/wait-until.ts';

test('a process with all roles reports every figure by the conventions, and few series', async (t) => {
  const folder = temporaryFolder(t);
  const settings = { DATA_DIR: path.join(folder, 'data'), BACKUP_FOLDER: path.join(folder, 'backups') };
  const app = await startProcess({ ...settings, CHECKER_RENDER: 'never' });
  const scrape = async () => (await request(`${app.url}/metrics`)).body.text();
  const ann = await signIn(app.url, 'ann@example.com', app.said);
  const link = { articleLink: 'http://127.0.0.1:1/a', clientLink: 'https://client.example/' };
  t.is((await ann.send('POST', '/api/links', link)).status, 201);
  // Views commit while commands are answered.
  const text = await waitUntil(async () => {
    const scraped = await scrape();
    return /^linkledger_view_commit_duration_seconds_count\{view="links"\} [1-9]/m.test(scraped) ? scraped : null;
  }, 60_000);
  const families = readMetrics(t, text);
  t.deepEqual(
    [...families].flatMap(([name, family]) => problemsOf(name, family)),
    [],
  );
  t.deepEqual(
    relied().filter((name) => !families.has(name)),
    [],
  );
  t.regex(text, /^linkledger_http_requests_total\{method="POST",route="\/api\/links",status="201"\} 1$/m);
  t.regex(
    text,
    /^linkledger_http_request_duration_seconds_count\{method="POST",route="\/api\/links",status="201"\} 1$/m,
  );
  t.regex(text, /^linkledger_checker_checks_total\{status="pending"\} 1$/m);
  t.regex(text, /^linkledger_checker_visits_total\{tier="http",result="address-not-allowed"\} 1$/m);
  t.regex(text, /^linkledger_mails_total\{result="sent"\} 1$/m);
  t.regex(text, /^linkledger_appended_events_total [1-9]/m);
  t.regex(text, /^linkledger_database_bytes\{database="events"\} [1-9]/m);

  const seriesOf = (all: ReadonlyMap<string, Family>) => all.get('linkledger_http_requests_total')?.series.length ?? 0;
  await ann.get('/api/links/first');
  await ann.get('/nowhere/0');
  await request(`${app.url}/api/nowhere`, { method: 'PROPFIND' }).then(({ body }) => body.dump());
  const before = readMetrics(t, await scrape());
  for (let each = 0; each < 50; each++) {
    await ann.get(`/api/links/other-${each}`);
    await ann.get(`/nowhere/${each}?q=${each}`);
    await request(`${app.url}/api/nowhere`, { method: each % 2 ? 'LOCK' : 'REPORT' }).then(({ body }) => body.dump());
  }
  t.is(seriesOf(readMetrics(t, await scrape())), seriesOf(before), 'neither ids, paths nor methods make series');
  t.is(await app.end('SIGTERM'), 0);
});

/** Only processes with Kafka report these. */
const OF_KAFKA = ['linkledger_queue_lag', 'linkledger_queue_oldest_seconds'];

/** The figures that the dashboard, the alerts and operating.md need. */
function relied(): readonly string[] {
  const docs = path.resolve(import.meta.dirname, '..', 'docs');
  const texts = ['monitoring/dashboard.json', 'monitoring/alerts.yml', 'operating.md'].map((file) =>
    readFileSync(path.join(docs, file), 'utf8'),
  );
  return metricsIn(texts.join('\n')).filter((name) => !OF_KAFKA.includes(name));
}
