/** Writes a zip file as a stream: an entry is read when its turn comes, as fast as the reader takes it. */
import { PassThrough, pipeline, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';

export interface ZipEntry {
  /** With slashes. */
  readonly path: string;
  readonly content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
  /** False for what is compressed already. */
  readonly compress: boolean;
}

/** The zip file. The next entry is asked for once the one before was read. A failure ends the stream with its error. */
export function writeZip(entries: AsyncIterable<ZipEntry>, writtenAt: Date): Readable {
  const zip = new yazl.ZipFile();
  const output = new PassThrough();
  const closed = new AbortController();
  zip.on('error', (error: Error) => output.destroy(error));
  pipeline(zip.outputStream, output, () => closed.abort());
  const add = async () => {
    for await (const { path, content, compress } of entries) {
      const stream = Readable.from(content, { objectMode: false });
      const read = finished(stream, { signal: closed.signal, writable: false });
      zip.addReadStreamLazy(path, { compress, mtime: writtenAt, mode: 0o100644 }, (take) => take(null, stream));
      await read;
    }
    zip.end();
  };
  add().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  return output;
}
