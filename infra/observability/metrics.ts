/** The figures of a process in the format of Prometheus: its own, and those of its engine and roles. */
import type { Middleware } from 'koa';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestState } from '../http/request/request-context.ts';
import { MailError, type Mailer } from '../ports/process/mailer.ts';
import type { Metric } from '../ports/process/metric.ts';
import { ConflictError } from '../ports/storage/errors.ts';
import { type AppendFacts, kindOfStream } from './observed-log.ts';

/** In seconds: from a row of an index to a visit that a person waits for. */
const REQUEST_BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10, 30];
/** In seconds: from a commit to SQLite to a server that is overloaded. */
const WRITE_BUCKETS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10];

/** Gauges named like counters; others of the library give the same figures by kind. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Any other method counts as "other". */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const MAIL_RESULTS = ['sent', 'refused', 'failed', 'unknown'] as const;

export class Metrics {
  readonly #register = new Registry();
  readonly #requests: Counter<'method' | 'route' | 'status'>;
  readonly #requestSeconds: Histogram<'method' | 'route' | 'status'>;
  readonly #eventStreams: Gauge;
  readonly #appendSeconds: Histogram;
  readonly #appendedEvents: Counter;
  readonly #conflicts: Counter<'stream'>;
  readonly #commitSeconds: Histogram<'view'>;
  readonly #mails: Counter<'result'>;

  constructor() {
    const registers = [this.#register];
    collectDefaultMetrics({ register: this.#register });
    for (const name of MISNAMED) this.#register.removeSingleMetric(name);
    const labelNames = ['method', 'route', 'status'] as const;
    this.#requests = new Counter({
      name: 'linkledger_http_requests_total',
      help: 'Requests answered, by method, route and status; the route "page" is everything but the API.',
      ...{ labelNames, registers },
    });
    this.#requestSeconds = new Histogram({
      name: 'linkledger_http_request_duration_seconds',
      help: 'Time until the answer begins; event streams are left out.',
      ...{ labelNames, registers, buckets: REQUEST_BUCKETS },
    });
    this.#eventStreams = new Gauge({
      name: 'linkledger_http_event_streams',
      help: 'Event streams that are open.',
      registers,
    });
    this.#appendSeconds = new Histogram({
      name: 'linkledger_append_duration_seconds',
      help: 'Time to append events to the log durably; conflicts are left out.',
      ...{ registers, buckets: WRITE_BUCKETS },
    });
    this.#appendedEvents = new Counter({
      name: 'linkledger_appended_events_total',
      help: 'Events that this process appended to the log.',
      registers,
    });
    this.#conflicts = new Counter({
      name: 'linkledger_append_conflicts_total',
      help: 'Appends that came after another writer and were decided again, by kind of stream.',
      ...{ labelNames: ['stream'] as const, registers },
    });
    this.#commitSeconds = new Histogram({
      name: 'linkledger_view_commit_duration_seconds',
      help: 'Time to fold a batch of events into a view and commit it, by view.',
      ...{ labelNames: ['view'] as const, registers, buckets: WRITE_BUCKETS },
    });
    this.#mails = new Counter({
      name: 'linkledger_mails_total',
      help: 'Mails handed to the mail server, by result; a mail that is tried again counts again.',
      ...{ labelNames: ['result'] as const, registers },
    });
    for (const result of MAIL_RESULTS) this.#mails.inc({ result }, 0);
  }

  /** Reports a figure at each scrape. A figure that cannot be read is omitted; the others are still reported. */
  add({ type, name, help, labels, read }: Metric): void {
    const settings = { name, help, labelNames: [...labels], registers: [this.#register] };
    const samples = async () =>
      await Promise.resolve()
        .then(read)
        .catch(() => []);
    if (type === 'gauge') {
      new Gauge({
        ...settings,
        async collect() {
          const now = await samples();
          this.reset();
          for (const { labels: of, value } of now) this.set({ ...of }, value);
        },
      });
    } else {
      new Counter({
        ...settings,
        async collect() {
          const now = await samples();
          this.reset();
          for (const { labels: of, value } of now) this.inc({ ...of }, value);
        },
      });
    }
  }

  get contentType(): string {
    return this.#register.contentType;
  }

  /** All figures in the format that Prometheus reads. */
  text(): Promise<string> {
    return this.#register.metrics();
  }

  /** Measures requests. */
  readonly measureRequests: Middleware<RequestState> = async (ctx, next) => {
    const started = performance.now();
    await next();
    const method = METHODS.has(ctx.method) ? ctx.method : 'other';
    const labels = { method, route: ctx.state.route?.path ?? 'page', status: String(ctx.status) };
    this.#requests.inc(labels);
    if (ctx.response.type !== 'text/event-stream') {
      this.#requestSeconds.observe(labels, (performance.now() - started) / 1_000);
      return;
    }
    this.#eventStreams.inc();
    ctx.res.once('close', () => this.#eventStreams.dec());
  };

  /** Counts an append to the log. */
  appended({ stream, events, ms, error }: AppendFacts): void {
    if (error instanceof ConflictError) this.#conflicts.inc({ stream: kindOfStream(stream) });
    if (error !== null) return;
    this.#appendSeconds.observe(ms / 1_000);
    this.#appendedEvents.inc(events.length);
  }

  /** Counts a commit of a view. */
  committed(view: string, ms: number): void {
    this.#commitSeconds.observe({ view }, ms / 1_000);
  }

  /** The same mailer; counts the results of its mails. */
  countMails(mailer: Mailer): Mailer {
    const count = (result: (typeof MAIL_RESULTS)[number]) => this.#mails.inc({ result });
    return {
      async send(mail, beforeText) {
        try {
          await mailer.send(mail, beforeText);
          count('sent');
        } catch (error) {
          count(error instanceof MailError ? error.outcome : 'failed');
          throw error;
        }
      },
    };
  }
}
