/** Makes spans of requests, commands, appends, commits of views, and checks. */
import { tracingChannel } from 'node:diagnostics_channel';
import type { Middleware } from 'koa';
import type { EndedVisit } from '../../../checker/work.ts';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { COMMANDS, type CommandTrace } from '../../../command-service/core/handle.ts';
import type { ViewCommit } from '../../../projections/runner/run-projection.ts';
import type { RequestState } from '../../http/request/request-context.ts';
import { isWatched } from '../../http/request/request-log.ts';
import { type AppendFacts, kindOfStream } from '../../observability/observed-log.ts';
import type { SpanSender } from '../../observability/otlp.ts';
import { ConflictError } from '../../ports/storage/errors.ts';

export class Traces {
  readonly #sender: SpanSender;
  readonly #commands = new WeakMap<object, { readonly startedAt: number; readonly started: number }>();
  readonly #subscriber = {
    start: (trace: CommandTrace) =>
      void this.#commands.set(trace, { startedAt: Date.now(), started: performance.now() }),
    asyncEnd: (trace: CommandTrace & { readonly error?: unknown }) => this.#commanded(trace),
  };

  constructor(sender: SpanSender) {
    this.#sender = sender;
    tracingChannel<CommandTrace>(COMMANDS).subscribe(this.#subscriber);
  }

  /** Traces each request to the API under the id that its answer carries. */
  readonly request: Middleware<RequestState> = async (ctx, next) => {
    const [startedAt, started] = [Date.now(), performance.now()];
    await next();
    const { route, requestId } = ctx.state;
    if (route === null || isWatched(route) || ctx.response.type === 'text/event-stream') return;
    this.#sender.send({
      ...{ name: `${ctx.method} ${route.path}`, correlationId: requestId, isRoot: true, kind: 'SERVER', startedAt },
      ms: performance.now() - started,
      attributes: {
        'http.request.method': ctx.method,
        'http.route': route.path,
        'http.response.status_code': ctx.status,
      },
      failure: ctx.status >= 500 ? `status ${ctx.status}` : null,
    });
  };

  appended({ stream, events, metadata, startedAt, ms, error }: AppendFacts<LinkledgerEvent>): void {
    this.#sender.send({
      ...{ name: `append ${kindOfStream(stream)}`, correlationId: metadata.correlationId, kind: 'PRODUCER' },
      ...{ startedAt, ms },
      attributes: { 'linkledger.events': [...new Set(events.map(({ type }) => type))] },
      failure: error === null ? null : error instanceof ConflictError ? 'conflict' : 'not appended',
      // A check is a separate trace: it starts later, and several requests may wait for it.
      linked: events.flatMap((event) => (event.type === 'CheckRequested' ? [event.data.checkId] : [])),
    });
  }

  committed(view: string, { startedAt, ms, correlationIds }: ViewCommit): void {
    for (const correlationId of correlationIds) {
      const attributes = { 'linkledger.view': view };
      this.#sender.send({ name: `commit ${view}`, correlationId, kind: 'CONSUMER', startedAt, ms, attributes });
    }
  }

  visited({ orders, results, startedAt, ms }: EndedVisit): void {
    for (const { checkId, articleLink, clientLink, correlationId } of orders) {
      const verdict = results.get(clientLink)?.verdict;
      this.#sender.send({
        ...{ name: 'check', correlationId: checkId, isRoot: true, kind: 'CLIENT', startedAt, ms },
        attributes: {
          'server.address': URL.parse(articleLink)?.hostname ?? '',
          ...(verdict && { 'linkledger.status': verdict.status, 'linkledger.reason': verdict.reason }),
        },
        linked: correlationId === undefined ? [] : [correlationId],
      });
    }
  }

  async stop(): Promise<void> {
    tracingChannel<CommandTrace>(COMMANDS).unsubscribe(this.#subscriber);
    await this.#sender.stop();
  }

  #commanded(trace: CommandTrace & { readonly error?: unknown }): void {
    const begun = this.#commands.get(trace);
    if (begun === undefined) return;
    const { command, metadata, error } = trace;
    const type = typeof command === 'object' && command !== null && 'type' in command ? String(command.type) : '';
    this.#sender.send({
      ...{ name: `command ${type}`, correlationId: metadata.correlationId, kind: 'INTERNAL', attributes: {} },
      ...{ startedAt: begun.startedAt, ms: performance.now() - begun.started },
      failure: error === undefined ? null : error instanceof Error ? error.name : 'failed',
    });
  }
}
