/** People's photos: the bytes lie apart from the log, which only knows their hash, so that they can go. */
import { createHash } from 'node:crypto';
import type { EventMetadata, EventStore } from '../../infra/ports/event-store.ts';
import type { PhotoStore } from '../../infra/ports/photo-store.ts';
import { streamOf, user } from '../deciders/user.ts';
import type { LinkledgerEvent } from '../events.ts';
import { type CommandResult, handle, load } from '../handle.ts';
import type { PhotoFile } from './photo-format.ts';

/** Changes photos, one at a time for each person, so that the bytes kept are always those the log names. */
export class Photos {
  readonly #store: EventStore<LinkledgerEvent>;
  readonly #files: PhotoStore;
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(store: EventStore<LinkledgerEvent>, files: PhotoStore) {
    this.#store = store;
    this.#files = files;
  }

  /**
   * Gives a person a photo, or with null takes it away. The bytes are on the disk before the log names them, and the
   * old ones are gone when it resolves.
   * @throws DomainError when there is no such account any more.
   */
  change(
    userId: string,
    picture: PhotoFile | null,
    metadata: EventMetadata,
  ): Promise<CommandResult<typeof user.initialState>> {
    return this.#inTurn(userId, async () => {
      const photo =
        picture === null ? null : { hash: hashOf(picture.bytes), type: picture.type, bytes: picture.bytes.byteLength };
      try {
        if (picture !== null) await this.#files.put(userId, hashOf(picture.bytes), picture.bytes);
        return await handle(this.#store, user, { type: 'ChangePhoto', userId, photo }, metadata);
      } finally {
        await this.#tidy(userId);
      }
    });
  }

  /** Removes whatever is kept of a person and is not their photo now. */
  removeStale(userId: string): Promise<void> {
    return this.#inTurn(userId, () => this.#tidy(userId));
  }

  async #tidy(userId: string): Promise<void> {
    const { state } = await load(this.#store, user, streamOf(userId));
    await this.#files.keepOnly(userId, state.standing === 'active' ? (state.photo?.hash ?? null) : null);
  }

  async #inTurn<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(userId) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#turns.set(userId, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(userId) === turn) this.#turns.delete(userId);
    }
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
