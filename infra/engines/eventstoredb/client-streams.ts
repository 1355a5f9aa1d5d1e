/** A stream of the client: a read, which has `cancel`, or a subscription, which has `unsubscribe`. */
type ClientStream<R> = AsyncIterable<R> & {
  readonly readableLength: number;
  on(event: 'error', listener: (error: Error) => void): unknown;
  destroy(): unknown;
} & ({ readonly cancel: () => Promise<void> } | { readonly unsubscribe: () => Promise<void> });

/** Largest batch. */
const BATCH = 1_000;

/**
 * Yields what a stream of the client has received, in batches. Ends early if `signal` aborts. Always ends the call on
 * the server: the client does not if an iteration is left early, and a connection carries only 100 calls.
 * @param open opens the stream; called late, because the client emits errors before anyone listens.
 */
export async function* batchesOf<R>(
  open: () => ClientStream<R>,
  signal: AbortSignal,
): AsyncGenerator<readonly R[], void> {
  if (signal.aborted) return;
  const stream = open();
  // The client may emit errors after the end of the iteration, too.
  stream.on('error', () => undefined);
  const stop = () => stream.destroy();
  signal.addEventListener('abort', stop);
  let isComplete = false;
  try {
    let batch: R[] = [];
    for await (const each of stream) {
      batch.push(each);
      if (stream.readableLength > 0 && batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    isComplete = true;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    // Not awaited: a call that was never sent is canceled once the client has found a server.
    if (!isComplete) void ('cancel' in stream ? stream.cancel() : stream.unsubscribe()).catch(() => undefined);
  }
}

/** Everything that a read yields. @throws the reason of `signal` if it aborts before the end. */
export async function readAllOf<R>(open: () => ClientStream<R>, signal: AbortSignal): Promise<R[]> {
  const all: R[] = [];
  for await (const batch of batchesOf(open, signal)) for (const each of batch) all.push(each);
  signal.throwIfAborted();
  return all;
}
