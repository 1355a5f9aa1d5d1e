/** The dashboard and the alerts name metrics that exist, and each alert has a line in operating.md. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { allRoutes } from '../../main/parts/all-routes.ts';
import { headingsOf, metricsIn } from '../../testing/named-metrics.ts';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');
const alerts = read('alerts.yml');
const operating = read('../operating.md');

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}
const { panels }: { panels: readonly Panel[] } = JSON.parse(read('dashboard.json'));
const shown = panels.filter(({ type }) => type !== 'row');

test('the dashboard has its rows, and each panel a title, a sentence and a query', (t) => {
  t.deepEqual(
    panels.filter(({ type }) => type === 'row').map(({ title }) => title),
    ['Users’ requests', 'Checks', 'Log and views', 'Mails', 'Machine'],
  );
  t.is(new Set(panels.map(({ id }) => id)).size, panels.length);
  t.is(new Set(shown.map(({ title }) => title)).size, shown.length);
  for (const { title, description = '', targets = [] } of shown) {
    t.regex(description, /^[A-Z0-9].*\.$/, title);
    t.true(targets.length > 0 && targets.every(({ expr }) => metricsIn(expr).length > 0), title);
    for (const { expr } of targets) t.true(expr.includes('job="$job"'), `${title} is limited to one installation`);
  }
});

test('no panel of the dashboard covers another panel', (t) => {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  );
  t.is(new Set(cells).size, cells.length);
  t.true(panels.every(({ gridPos: { x, w } }) => x + w <= 24));
});

test('each alert has a severity, a summary, an existing runbook and a line in it', (t) => {
  const rules = alerts.split('- alert: ').slice(1);
  t.true(rules.length > 10);
  for (const rule of rules) {
    const [name = ''] = rule.split('\n');
    t.regex(rule, /severity: (warning|critical) /, name);
    t.regex(rule, /summary: ".+\."\n/, name);
    t.true(metricsIn(rule).length > 0 || rule.includes('up{'), name);
    const [, anchor = ''] = /runbook: infra\/docs\/operating\.md#([\w-]+)$/m.exec(rule) ?? [];
    t.true(headingsOf(operating).includes(anchor), `${name}: ${anchor}`);
    t.true(operating.includes(`\`${name}\``), `operating.md says what to do about ${name}`);
  }
  const described = [...operating.matchAll(/`(Linkledger[A-Z]\w+)`/g)].map(([, name = '']) => name);
  t.deepEqual(
    described.filter((name) => !alerts.includes(`- alert: ${name}\n`)),
    [],
  );
});

test('the routes in the alerts and in the dashboard exist', (t) => {
  const patterns = [...`${alerts}${JSON.stringify(panels)}`.matchAll(/route=~\\?"([^"\\]+)/g)].map(
    ([, route = '']) => route,
  );
  t.true(patterns.length > 0);
  for (const pattern of patterns)
    t.true(
      allRoutes.some(({ path: route }) => new RegExp(`^(?:${pattern})$`).test(route)),
      pattern,
    );
});
