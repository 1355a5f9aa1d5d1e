/** Writes a zip file as a stream: it reads each entry in turn, as fast as the reader takes it. */
import { PassThrough, pipeline, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';

export interface ZipEntry {
  /** The path with slashes. */
  readonly path: string;
  readonly content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
  /** False for a file that is compressed already. */
  readonly compress: boolean;
}

/** Returns the zip file. It reads an entry when the previous one was read. A failure ends the stream with its error. */
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
