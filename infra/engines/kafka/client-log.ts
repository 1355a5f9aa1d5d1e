/** Writes the client's own log lines to our log: the sentence and a few safe fields, nothing else. */
import { type LogEntry, logLevel } from 'kafkajs';
import type { Logger } from '../../ports/process/logger.ts';

/** The same line is not logged again for this long: the client repeats it with each attempt. */
const QUIET_MS = 60_000;
const MAX_REMEMBERED = 100;
const FIELDS = ['broker', 'clientId', 'groupId', 'topic', 'partition', 'error'];
/** The beginning of its lines about single answers of a broker. */
const ANSWER = 'Response ';

/**
 * Creates the client's log function. Its errors are warnings to us: it tries again, or the caller gets the error. An
 * error in an answer need not be an error: perhaps another process has just created the same topic.
 */
export function clientLog(logger: Logger): () => (entry: LogEntry) => void {
  const lastAt = new Map<string, number>();
  return () =>
    ({ level, log }) => {
      const now = performance.now();
      const last = lastAt.get(log.message);
      if (last !== undefined && now - last < QUIET_MS) return;
      if (lastAt.size >= MAX_REMEMBERED) lastAt.clear();
      lastAt.set(log.message, now);
      const fields = Object.fromEntries(
        FIELDS.flatMap((name) => (isText(log[name]) ? [[name, log[name]] as const] : [])),
      );
      if (level === logLevel.ERROR && !log.message.startsWith(ANSWER))
        logger.warn(fields, `Kafka client: ${log.message}`);
      else logger.info(fields, `Kafka client: ${log.message}`);
    };
}

function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
