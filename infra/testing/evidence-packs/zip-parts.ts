/** For tests: zip files as their parts. */
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { writeZip } from '../../../command-service/evidence-packs/write-zip.ts';

/** The parts of a zip file by their names. */
export async function unzip(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(bytes);
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return parts;
}

/** A zip file of parts. */
export function zip(parts: Iterable<readonly [string, Buffer]>): Promise<Buffer> {
  async function* entries() {
    for (const [path, bytes] of parts) yield { path, content: [bytes], compress: true };
  }
  return buffer(writeZip(entries(), new Date()));
}
