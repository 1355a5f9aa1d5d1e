/**
 * The thread that draws screenshots small, as JPEG: browsers put these into a PDF as they are. The library is
 * WebAssembly: a file that breaks it reaches nothing else.
 */
import { parentPort } from 'node:worker_threads';
import { PhotonImage, resize, SamplingFilter } from '@silvia-odwyer/photon-node';

/** In pixels: twice the width on paper. */
const WIDTH = 640;
const QUALITY = 70;

parentPort?.on('message', (bytes: Uint8Array) => parentPort?.postMessage(drawn(bytes)));

/** null for a file that is not a picture. */
function drawn(bytes: Uint8Array): Uint8Array | null {
  try {
    const sent = PhotonImage.new_from_byteslice(bytes);
    const scale = Math.min(1, WIDTH / sent.get_width());
    const height = Math.max(1, Math.round(sent.get_height() * scale));
    const small = resize(sent, Math.round(sent.get_width() * scale), height, SamplingFilter.Triangle);
    const jpeg = small.get_bytes_jpeg(QUALITY);
    sent.free();
    small.free();
    return jpeg;
  } catch {
    return null;
  }
}
