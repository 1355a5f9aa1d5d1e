/** The thread that draws a logo anew. The library is WebAssembly: a file that breaks it reaches nothing else. */
import { parentPort, workerData } from 'node:worker_threads';
import { PhotonImage, resize, SamplingFilter } from '@silvia-odwyer/photon-node';
import type { DrawnLogo } from './draw-logo.ts';

const sent = PhotonImage.new_from_byteslice(workerData);
// Twice the largest size on a page, in pixels.
const scale = Math.min(1, 600 / sent.get_width(), 240 / sent.get_height());
const scaled = (side: number) => Math.max(1, Math.round(side * scale));
const [width, height] = [scaled(sent.get_width()), scaled(sent.get_height())];
const logo = scale === 1 ? sent : resize(sent, width, height, SamplingFilter.Lanczos3);
parentPort?.postMessage({ png: logo.get_bytes(), width, height } satisfies DrawnLogo);
