/** Reads of one state of the database. */
import { setTimeout as pause } from 'node:timers/promises';
import { type ClientSession, MongoError } from 'mongodb';
import { isBrokenConnection, type Mongo } from '../database.ts';

/** Times that a read is tried: MongoDB may end it, as when a collection was created a moment ago. */
const TRIES = 8;

/** Runs reads that all see one state. `read` may run several times. */
export async function inSnapshot<T>({ client }: Mongo, read: (session: ClientSession) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const session = client.startSession();
    try {
      session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 1 } });
      return await read(session);
    } catch (error) {
      // Of the reads that a lost connection interrupts, the driver labels only the first.
      if (attempt === TRIES || !(isTransient(error) || isBrokenConnection(error))) throw error;
    } finally {
      // Nothing was written: the answer does not wait for the end of the transaction, and that never rejects.
      void session.endSession();
    }
    await pause(2 ** attempt);
  }
}

/** A transaction that could not go on because of another one, which has not ended or was faster: it may be tried again. */
export function isTransient(error: unknown): boolean {
  return error instanceof MongoError && error.hasErrorLabel('TransientTransactionError');
}
