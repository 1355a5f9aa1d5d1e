/** Photos as files: `<folder>/<user id>/<hash>`, readable for their owner only, there completely or not at all. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { PhotoStore } from '../../../ports/photo-store.ts';

const USER_ID = /^[\w-]{1,100}$/;
const HASH = /^[0-9a-f]{64}$/;

/** The files under `folder`, which is made with the first of them. */
export function openPhotoFiles(folder: string): PhotoStore {
  const placeOf = (userId: string): string => {
    if (!USER_ID.test(userId)) throw new TypeError('a photo belongs to a user id');
    return path.join(folder, userId);
  };
  return {
    async put(userId, hash, bytes) {
      if (!HASH.test(hash)) throw new TypeError('a photo is filed under the SHA-256 of its bytes');
      const place = placeOf(userId);
      await mkdir(place, { recursive: true, mode: 0o700 });
      const draft = path.join(place, `${randomBytes(8).toString('hex')}.new`);
      const handle = await open(draft, 'wx', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, path.join(place, hash));
    },
    async get(userId, hash) {
      if (!USER_ID.test(userId) || !HASH.test(hash)) return null;
      return await readFile(path.join(placeOf(userId), hash)).catch(nullIfMissing);
    },
    async keepOnly(userId, hash) {
      const place = placeOf(userId);
      if (hash === null) return await rm(place, { recursive: true, force: true });
      for (const name of (await readdir(place).catch(nullIfMissing)) ?? []) {
        if (name !== hash) await rm(path.join(place, name), { force: true });
      }
    },
  };
}

function nullIfMissing(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw error;
}
