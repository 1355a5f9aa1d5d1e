/** The port for the program's own log lines. The event log is something else. */

/** Structured logging: fields first, then a sentence. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
