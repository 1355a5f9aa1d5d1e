import type { Engine, EngineOptions, QueueTypes } from '../ports/engine.ts';
import type { EventShape } from '../ports/storage/event-store.ts';

/** Opens the configured engine and loads nothing of the others. @throws StartError: the message says what to do. */
export async function openEngine<E extends EventShape, Q extends QueueTypes>(
  options: EngineOptions,
): Promise<Engine<E, Q>> {
  if (options.servers) {
    const { openDistributedEngine } = await import('./distributed/engine.ts');
    return openDistributedEngine<E, Q>(options, options.servers);
  }
  const { openEmbeddedEngine } = await import('./embedded/engine.ts');
  return openEmbeddedEngine<E, Q>(options);
}
