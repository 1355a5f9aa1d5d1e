/** Draws a logo anew, in a thread: what was sent is never served. */
import { Worker } from 'node:worker_threads';
import { refusedLogo } from './parse-logo.ts';

/** A PNG with pixels only, and its size. */
export interface DrawnLogo {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A logo of the largest size takes about a second on an idle machine. */
const MOST_MS = 30_000;
/** MiB of the thread’s heap. The pixels are outside of it: parseLogo limits their number. */
const HEAP = { maxOldGenerationSizeMb: 64 };

/** @param file has passed parseLogo. @throws InputError for a damaged file, and for a file that takes too long. */
export async function drawLogo(file: Uint8Array): Promise<DrawnLogo> {
  const drawn = Promise.withResolvers<DrawnLogo>();
  const fail = () => drawn.reject(refusedLogo('Logo cannot be read: the file is damaged. Save it again, then retry'));
  // The library prints its failures.
  const options = { workerData: file, resourceLimits: HEAP, stderr: true };
  const worker = new Worker(new URL('./logo-worker.ts', import.meta.url), options);
  worker.on('message', drawn.resolve).on('error', fail).on('exit', fail);
  const timer = setTimeout(fail, MOST_MS);
  try {
    return await drawn.promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
