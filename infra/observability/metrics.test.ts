/** What a real process reports, against the conventions of Prometheus (the rules of `promtool check metrics`). */
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { request } from 'undici';
import { signIn } from '../testing/actors/visitor.ts';
import { startProcess } from '../testing/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

interface Family {
  readonly help: string;
  readonly type: string;
  /** The text of each label set. */
  readonly series: string[];
}

/** Reads the text format 0.0.4, and fails where a line does not follow it. */
function parse(t: ExecutionContext, text: string): ReadonlyMap<string, Family> {
  const families = new Map<string, Family>();
  let help: readonly string[] = [];
  for (const line of text.trimEnd().split('\n')) {
    if (line === '') continue;
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\w+) (.+)$/.exec(line) ?? [];
    if (keyword === 'HELP') help = [name, rest];
    else if (keyword === 'TYPE') {
      t.is(help[0], name, `${name} has its help right before its type`);
      t.false(families.has(name), `${name} is reported once`);
      families.set(name, { help: help[1] ?? '', type: rest, series: [] });
    } else {
      const [, sample = '', labels = '', value = ''] = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      t.true(sample !== '' && (Number.isFinite(Number(value)) || /^(Nan|[+-]?Inf)$/.test(value)), line);
      const family = families.get(sample) ?? families.get(sample.replace(/_(bucket|sum|count)$/, ''));
      t.not(family, undefined, line);
      family?.series.push(`${sample}{${labels}}`);
    }
  }
  return families;
}

/** As in promtool: units are base units, `_total` belongs to counters, and a name does not repeat its type. */
function problemsOf(name: string, { help, type, series }: Family): readonly string[] {
  const found = (isWrong: boolean, problem: string) => (isWrong ? [`${name}: ${problem}`] : []);
  return [
    ...found(help.trim() === '', 'no help'),
    ...found(!/^(linkledger|process|nodejs)_[a-z0-9_]+$/.test(name), 'not a name of ours'),
    ...found((type === 'counter') !== name.endsWith('_total'), '_total is for counters, and for all of them'),
    ...found(/_(bucket|sum|count|gauge|counter|histogram|summary)(_|$)/.test(name), 'a name that repeats its type'),
    ...found(
      /_(ms|milliseconds|minutes|hours|days|kb|mb|kilobytes|megabytes|percent)(_|$)/.test(name),
      'not a base unit',
    ),
    ...found(new Set(series).size < series.length, 'a series twice'),
    ...found(
      type === 'histogram' && series.length > 0 && !series.some((each) => each.includes('le="+Inf"')),
      'no +Inf',
    ),
  ];
}

test('a process with all roles reports every figure by the conventions, and few series', async (t) => {
  t.timeout(120_000);
  const folder = temporaryFolder(t);
  const settings = { DATA_DIR: path.join(folder, 'data'), BACKUP_FOLDER: path.join(folder, 'backups') };
  const app = await startProcess({ ...settings, CHECKER_RENDER: 'never' });
  const scrape = async () => (await request(`${app.url}/metrics`)).body.text();
  const ann = await signIn(app.url, 'ann@example.com', app.said);
  const link = { articleLink: 'http://127.0.0.1:1/a', clientLink: 'https://client.example/' };
  t.is((await ann.send('POST', '/api/links', link)).status, 201);
  const text = await scrape();
  const families = parse(t, text);
  t.deepEqual(
    [...families].flatMap(([name, family]) => problemsOf(name, family)),
    [],
  );
  t.deepEqual(
    REPORTED.filter((name) => !families.has(name)),
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
  t.regex(text, /^linkledger_view_commit_duration_seconds_count\{view="links"\} [1-9]/m);
  t.regex(text, /^linkledger_database_bytes\{database="events"\} [1-9]/m);

  const seriesOf = (all: ReadonlyMap<string, Family>) => all.get('linkledger_http_requests_total')?.series.length ?? 0;
  await ann.get('/api/links/first');
  await ann.get('/nowhere/0');
  await request(`${app.url}/api/nowhere`, { method: 'PROPFIND' }).then(({ body }) => body.dump());
  const before = parse(t, await scrape());
  for (let each = 0; each < 50; each++) {
    await ann.get(`/api/links/other-${each}`);
    await ann.get(`/nowhere/${each}?q=${each}`);
    await request(`${app.url}/api/nowhere`, { method: each % 2 ? 'LOCK' : 'REPORT' }).then(({ body }) => body.dump());
  }
  t.is(seriesOf(parse(t, await scrape())), seriesOf(before), 'neither ids, paths nor methods make series');
  t.is(await app.end('SIGTERM'), 0);
});

/** What the dashboard, the alerts and operating.md rely on. */
const REPORTED = [
  'linkledger_append_conflicts_total',
  'linkledger_append_duration_seconds',
  'linkledger_backup_last_success_timestamp_seconds',
  'linkledger_chain_fits',
  'linkledger_checker_browsers',
  'linkledger_checker_oldest_order_seconds',
  'linkledger_checker_orders_waiting',
  'linkledger_checker_tabs_busy',
  'linkledger_checks_silent_seconds',
  'linkledger_disk_free_bytes',
  'linkledger_http_event_streams',
  'linkledger_log_position',
  'linkledger_mails_given_up_total',
  'linkledger_mails_waiting',
  'linkledger_role',
  'linkledger_view_lag_seconds',
  'linkledger_view_position',
  'nodejs_eventloop_lag_p99_seconds',
  'process_open_fds',
  'process_resident_memory_bytes',
];
