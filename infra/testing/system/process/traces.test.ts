/** Traces of a real process, sent to a collector of the test over OTLP/HTTP. */
import { globSync, readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import type { ReadyAnswer } from '../../../../query-service/contract/answers/command-results.ts';
import { signIn } from '../../actors/visitor.ts';
import { startProcess } from '../../apps/server-process.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { waitUntil } from '../../wait-until.ts';

interface Attribute {
  readonly key: string;
  readonly value: {
    readonly stringValue?: string;
    readonly arrayValue?: { readonly values: { stringValue: string }[] };
  };
}

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
}

/** A request of the protocol, in JSON. */
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** Takes what is exported. */
async function collect(t: ExecutionContext) {
  const exports: Export[] = [];
  const headers: http.IncomingHttpHeaders[] = [];
  const server = http.createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    t.is(`${request.method} ${request.url}`, 'POST /v1/traces');
    headers.push(request.headers);
    exports.push((await json(request)) as Export);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const resources = () => exports.flatMap(({ resourceSpans }) => resourceSpans);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers,
    services: () =>
      new Set(
        resources().flatMap(({ resource }) =>
          resource.attributes.map(({ key, value }) => `${key}=${value.stringValue}`),
        ),
      ),
    spans: () => resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  };
}

test('a trace leads from a request through command and append to the views, and by a link to the check', async (t) => {
  const collector = await collect(t);
  const app = await startProcess({
    ...{ DATA_DIR: temporaryFolder(t), CHECKER_RENDER: 'never', LOG_LEVEL: 'warn' },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'agency' },
    ...{ OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=ours', OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test' },
  });
  const ann = await signIn(app.url, 'ann@example.com', app.said);
  const link = { articleLink: 'http://127.0.0.1:1/secret-page', clientLink: 'https://client.example/' };
  const added = await ann.send<{ id: string }>('POST', '/api/links', link);
  t.is(added.status, 201);
  const position = Number(added.headers['x-position']);
  await waitUntil(async () => {
    const { views } = (await ann.get<ReadyAnswer>('/api/ready')).body;
    return views.every((view) => view.position >= position);
  });
  t.is(await app.end('SIGTERM'), 0);

  const spans = collector.spans();
  const traceId = added.headers['x-request-id']?.replaceAll('-', '');
  const own = spans.filter((span) => span.traceId === traceId);
  const root = own.find(({ name }) => name === 'POST /api/links');
  t.is(root?.parentSpanId, undefined);
  const names = own.filter((span) => span.parentSpanId === root?.spanId).map(({ name }) => name);
  for (const name of [
    'command AddLink',
    'append link',
    'command RequestCheck',
    'append check',
    'commit links',
    'commit checks',
  ])
    t.true(names.includes(name), `${name} in ${names}`);
  t.is(names.length, own.length - 1, 'every other span is a child of the request');

  const asked = own.find(({ name, links }) => name === 'append check' && links.length > 0);
  const check = spans.find((span) => span.traceId === asked?.links[0]?.traceId && span.name === 'check');
  t.deepEqual([check?.spanId, check?.parentSpanId], [asked?.links[0]?.spanId, undefined]);
  t.deepEqual(
    check?.links.map((to) => [to.traceId, to.spanId]),
    [[root?.traceId, root?.spanId]],
  );
  const reason = check?.attributes.find(({ key }) => key === 'linkledger.reason');
  t.is(reason?.value.stringValue, 'address-not-allowed');
  const follow = spans.filter((span) => span.parentSpanId === check?.spanId).map(({ name }) => name);
  for (const name of ['command RecordCheck', 'append check', 'commit links'])
    t.true(follow.includes(name), `${follow}`);

  t.true(spans.every((span) => BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)));
  t.is(new Set(spans.map(({ spanId }) => spanId)).size, spans.length);
  t.false(spans.some(({ name }) => name.includes('/api/ready')));
  t.true(collector.services().has('service.name=agency'));
  t.true(collector.services().has('deployment.environment.name=test'));
  t.is(collector.headers[0]?.['x-tenant'], 'ours');
  const text = JSON.stringify(spans);
  t.false(
    text.includes('ann@example.com') || text.includes('secret-page'),
    'spans hold no address of a person or page',
  );
});

test('a collector that does not answer is named once in the log, and the server works and stops', async (t) => {
  const app = await startProcess({
    ...{ DATA_DIR: temporaryFolder(t), CHECKER_RENDER: 'never', LOG_LEVEL: 'warn' },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_EXPORTER_OTLP_TIMEOUT: '1000' },
  });
  const ann = await signIn(app.url, 'ann@example.com', app.said);
  const named = () => app.logged().match(/does not take traces/g)?.length ?? 0;
  await waitUntil(async () => {
    t.is((await ann.get('/api/auth/user')).status, 200);
    return named() > 0;
  });
  t.is(await app.end('SIGTERM'), 0);
  t.is(named(), 1);
});

test('OpenTelemetry is loaded only where traces are wanted', (t) => {
  const root = path.resolve(import.meta.dirname, '..', '..', '..', '..');
  const files = globSync('{checker,command-service,infra,projections,query-service}/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const importing = files.filter((file) => /from '@opentelemetry|^import .*otlp\.ts'/m.test(read(file)));
  t.deepEqual(importing.toSorted(), ['infra/main/parts/traces.ts', 'infra/observability/otlp.ts']);
  t.notRegex(read('infra/main/parts/traces.ts'), /^import (?!type).*otlp\.ts'/m);
  t.notRegex(read('infra/main/process/start.ts'), /^import (?!type).*(otlp|traces)\.ts'/m);

  function read(file: string): string {
    return readFileSync(path.join(root, file), 'utf8');
  }
});
