/**
 * Sends spans to an OpenTelemetry collector over HTTP, as its standard variables say (OTEL_EXPORTER_OTLP_ENDPOINT,
 * OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, …). Loaded only if traces are wanted.
 *
 * A trace has the id of its correlation id, and its root span an id that follows from it: every process knows both, and
 * no context has to travel.
 */
import { createHash } from 'node:crypto';
import { type HrTime, type SpanContext, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  type ReadableSpan,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../ports/process/logger.ts';

/** A span that has ended. */
export interface SpanFacts {
  readonly name: string;
  readonly correlationId: string;
  /** Whether it is the first span of its trace; the others are its children. */
  readonly isRoot?: true;
  readonly kind: keyof typeof SpanKind;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly ms: number;
  readonly attributes: Readonly<Record<string, string | number | boolean | string[]>>;
  /** What went wrong; null without a failure. */
  readonly failure?: string | null;
  /** Correlation ids of traces that led to this span, or follow from it. */
  readonly linked?: readonly string[];
}

export interface SpanSender {
  /** Sends the span soon, in the background. Spans are dropped while thousands wait for the collector. */
  send(span: SpanFacts): void;
  /** Sends the waiting spans, for two seconds at most. */
  stop(): Promise<void>;
}

const STOP_MS = 2_000;
const SCOPE = { name: 'linkledger' };

/** Opens the sender. @param share the share of traces to send, from 0 to 1; each is sent completely or not at all. */
export function openSpanSender(share: number, logger: Logger): SpanSender {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'linkledger' }))
    .merge(detectResources({ detectors: [envDetector] }));
  const processor = new BatchSpanProcessor({ exporter: reporting(new OTLPTraceExporter(), logger) });
  const sampler = new TraceIdRatioBasedSampler(share);
  const ids = new RandomIdGenerator();
  return {
    send({ name, correlationId, isRoot, kind, startedAt, ms, attributes, failure = null, linked = [] }) {
      const root = rootOf(correlationId);
      if (sampler.shouldSample(null, root.traceId).decision !== SamplingDecision.RECORD_AND_SAMPLED) return;
      const context = isRoot ? root : { ...root, spanId: ids.generateSpanId() };
      processor.onEnd({
        ...{ name, kind: SpanKind[kind], attributes, resource, instrumentationScope: SCOPE },
        spanContext: () => context,
        ...(!isRoot && { parentSpanContext: root }),
        ...{ startTime: hrTime(startedAt), endTime: hrTime(startedAt + ms), duration: hrTime(ms), ended: true },
        status: failure === null ? { code: SpanStatusCode.UNSET } : { code: SpanStatusCode.ERROR, message: failure },
        links: linked.filter((id) => id !== correlationId).map((id) => ({ context: rootOf(id) })),
        ...{ events: [], droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 },
      } satisfies ReadableSpan);
    },
    async stop() {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, STOP_MS);
      await Promise.race([processor.shutdown().catch(() => undefined), late.promise]);
      clearTimeout(timer);
    },
  };
}

/** The root span of a trace: a UUID without its hyphens is the trace id, any other text is hashed to an id. */
export function rootOf(correlationId: string): SpanContext {
  const plain = correlationId.replaceAll('-', '').toLowerCase();
  const traceId = /^[0-9a-f]{32}$/.test(plain)
    ? plain
    : createHash('sha256').update(correlationId).digest('hex').slice(0, 32);
  return { traceId, spanId: traceId.slice(16), traceFlags: TraceFlags.SAMPLED };
}

/** Seconds and nanoseconds. */
function hrTime(ms: number): HrTime {
  return [Math.trunc(ms / 1_000), Math.round((ms % 1_000) * 1e6)];
}

/** Logs when spans cannot be sent, and when they can again: once each. */
function reporting(exporter: SpanExporter, logger: Logger): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code !== 0;
        if (failed && !isFailing)
          logger.warn({ err: result.error }, 'the collector of OTEL_EXPORTER_OTLP_ENDPOINT does not take traces');
        if (!failed && isFailing) logger.info({}, 'the collector takes traces again');
        isFailing = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
