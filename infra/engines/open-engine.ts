import type { Engine, EngineOptions, QueueTypes } from '../ports/engine.ts';
import type { EventShape } from '../ports/event-store.ts';
import { StartError } from '../ports/start-error.ts';

/**
 * Opens the engine that the configuration names and loads nothing of the others.
 * @throws StartError: the message says what to do.
 */
export async function openEngine<E extends EventShape, Q extends QueueTypes>(
  options: EngineOptions,
): Promise<Engine<E, Q>> {
  if (options.servers) {
    throw new StartError('This build keeps everything in SQLite: remove EVENT_STORE_URL, READ_STORE_URL and KAFKA_….');
  }
  const { openEmbeddedEngine } = await import('./embedded/engine.ts');
  return openEmbeddedEngine<E, Q>(options);
}
