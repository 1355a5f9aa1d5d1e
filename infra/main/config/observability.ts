/** Traces and logs. */
import { address, choice, number, text, type VariableValues } from './variable.ts';

/** Whether a trace is sent follows from its id, so that each `parentbased_` sampler does what its root sampler does. */
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`]);

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

const collectorUrl = (meaning: string) =>
  address(meaning, 'must be an http or https address, such as http://localhost:4318', ({ protocol }) =>
    /^https?:$/.test(protocol),
  );

export const OBSERVABILITY = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl(
    'An OpenTelemetry collector for traces, such as http://localhost:4318; none are made if empty. The standard ' +
      'variables OTEL_EXPORTER_OTLP_HEADERS, _TIMEOUT, _COMPRESSION and OTEL_RESOURCE_ATTRIBUTES hold as well.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collectorUrl('The same, with its path, for traces alone.'),
  OTEL_SERVICE_NAME: text('The name of this process in traces.').default('linkledger'),
  OTEL_TRACES_SAMPLER: text('Or traceidratio: the share of traces in OTEL_TRACES_SAMPLER_ARG; or always_off.')
    .oneOf(SAMPLERS, `must be one of ${SAMPLERS.join(', ')}`)
    .default('always_on'),
  OTEL_TRACES_SAMPLER_ARG: number('A number from 0 to 1, such as 0.1.', 0, 1, 0.1),
  LOG_LEVEL: choice('debug, info (each request), warn, error or silent; on standard error.', LEVELS).default('warn'),
};

/** What others hear of the process. */
export const observabilityOf = (values: VariableValues<typeof OBSERVABILITY>) => ({
  /** The share of traces to send; null: none are made. */
  traces: tracesOf(values),
  logLevel: values.LOG_LEVEL,
});

function tracesOf(values: VariableValues<typeof OBSERVABILITY>) {
  const endpoint = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_ENDPOINT;
  const sampler = values.OTEL_TRACES_SAMPLER.replace('parentbased_', '');
  if (endpoint === undefined || sampler === 'always_off') return null;
  return Object.freeze({ share: sampler === 'traceidratio' ? (values.OTEL_TRACES_SAMPLER_ARG ?? 1) : 1 });
}
