/** Photos of people. The log holds only their hash, so that the bytes can be deleted. */
import { createHash } from 'node:crypto';
import { type BlobStore, photosOf } from '../../infra/ports/storage/blob-store.ts';
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { Leases } from '../../infra/ports/storage/leases.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { type CommandResult, handle, load } from '../core/handle.ts';
import { streamOf, user } from '../model/user/decider.ts';
import type { PhotoFile } from './photo-format.ts';

/** Changes photos, one at a time per person, so that the stored bytes are always those that the log names. */
export class Photos {
  readonly #store: EventStore<LinkledgerEvent>;
  readonly #blobs: BlobStore;
  readonly #leases: Leases;

  constructor(store: EventStore<LinkledgerEvent>, blobs: BlobStore, leases: Leases) {
    this.#store = store;
    this.#blobs = blobs;
    this.#leases = leases;
  }

  /**
   * Sets a person's photo; null removes it. The bytes are on disk before the log names them, and the old ones are
   * deleted when this resolves.
   * @throws DomainError if the account no longer exists.
   */
  change(
    userId: string,
    picture: PhotoFile | null,
    metadata: EventMetadata,
  ): Promise<CommandResult<typeof user.initialState>> {
    return this.#underLease(userId, async () => {
      const photo =
        picture === null ? null : { hash: hashOf(picture.bytes), type: picture.type, bytes: picture.bytes.byteLength };
      try {
        if (picture !== null) await this.#blobs.put(photosOf(userId), picture.bytes);
        return await handle(this.#store, user, { type: 'ChangePhoto', userId, photo }, metadata);
      } finally {
        await this.#tidy(userId);
      }
    });
  }

  /** Removes every stored photo of a person except the current one. */
  removeStale(userId: string): Promise<void> {
    return this.#underLease(userId, () => this.#tidy(userId));
  }

  async #tidy(userId: string): Promise<void> {
    const { state } = await load(this.#store, user, streamOf(userId));
    const current = state.status === 'active' ? state.photo?.hash : null;
    for (const { hash } of await this.#blobs.list(photosOf(userId))) {
      if (hash !== current) await this.#blobs.remove(photosOf(userId), hash);
    }
  }

  /** Another process must not treat a file that the log does not name yet as stale. */
  async #underLease<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const done = Promise.withResolvers<T>();
    await this.#leases.hold(`photo ${userId}`, async () => done.resolve(await work()), NEVER);
    return done.promise;
  }
}

const NEVER = new AbortController().signal;

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
