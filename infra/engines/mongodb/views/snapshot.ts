/** Reads that all see the same state of the database. */
import { setTimeout as pause } from 'node:timers/promises';
import { type ClientSession, MongoError } from 'mongodb';
import { isBrokenConnection, type Mongo } from '../database.ts';

/** Attempts at a read: MongoDB may end it, as when a collection was created a moment ago. */
const TRIES = 8;

/** Runs reads that all see the same state. `read` may run several times. */
export async function inSnapshot<T>({ client }: Mongo, read: (session: ClientSession) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const session = client.startSession();
    try {
      session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 1 } });
      return await read(session);
    } catch (error) {
      // The driver labels only the first of the reads that a lost connection interrupts.
      if (attempt === TRIES || !(isTransient(error) || isBrokenConnection(error))) throw error;
    } finally {
      // Nothing was written: the answer does not wait for the end of the transaction, which never rejects.
      void session.endSession();
    }
    await pause(2 ** attempt);
  }
}

/** A transaction failed because of another that has not ended or was faster: it may be tried again. */
export function isTransient(error: unknown): boolean {
  return error instanceof MongoError && error.hasErrorLabel('TransientTransactionError');
}
