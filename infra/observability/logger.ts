/** Structured logging: JSON lines on standard error, readable lines in a terminal; without secrets. */
import pino from 'pino';
import type { Logger } from '../ports/process/logger.ts';

const FD = 2;
const pretty = process.stderr.isTTY ? (await import('pino-pretty')).default : null;

/**
 * A log at the given level ('debug' … 'silent'). It writes synchronously, so that the last line before a crash is
 * there.
 */
export function createLogger(level: string): Logger {
  const redact = { paths: ['*.password', '*.token', '*.secret', '*.authorization', '*.cookie'], censor: '[left out]' };
  const target = pretty?.({ destination: FD, sync: true, translateTime: 'SYS:HH:MM:ss' }) ?? pino.destination(FD);
  const formatters = { level: (name: string) => ({ level: name }) };
  return pino({ level, redact, base: null, formatters, timestamp: pino.stdTimeFunctions.isoTime }, target);
}
