import { MongoServerError } from 'mongodb';

const DUPLICATE_KEY = 11_000;

/** Whether a write failed because another document has its id. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * Runs an upsert, and repeats it if another one created the document in the same moment: the document is then found.
 * For `findOneAndUpdate`, which MongoDB 4.4 does not repeat itself.
 */
export async function repeatIfCreated<T>(upsert: () => Promise<T>): Promise<T> {
  try {
    return await upsert();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return upsert();
  }
}
