/** Structured logging: JSON lines on standard error, secrets left out. */
import pino from 'pino';
import type { Logger } from '../ports/logger.ts';

/** A log at the given level ('debug' … 'silent'). Written synchronously: the last line before a crash is there. */
export function createLogger(level: string): Logger {
  const redact = { paths: ['*.password', '*.token', '*.secret', '*.authorization', '*.cookie'], censor: '[left out]' };
  return pino({ level, redact, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}
