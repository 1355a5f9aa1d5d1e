/**
 * Shifts the wall clock of a process while it runs, as somebody does who sets the machine's clock: `node --import
 * shifted-date.ts …` with `SHIFT_FILE`, a file that holds the milliseconds. Timers and the monotonic clock stay as they are.
 */
import { readFileSync } from 'node:fs';

/** How often the file is read, in ms. */
const READ_EVERY_MS = 20;
const file = process.env.SHIFT_FILE ?? '';
let shiftMs = 0;
const read = () => {
  shiftMs = Number(readFileSync(file, 'utf8'));
};
read();
setInterval(read, READ_EVERY_MS).unref();

const MachineDate = Date;
const now = () => MachineDate.now() + shiftMs;
globalThis.Date = new Proxy(MachineDate, {
  construct: (date, given, target) => Reflect.construct(date, given.length === 0 ? [now()] : given, target),
  apply: () => new MachineDate(now()).toString(),
  get: (date, name, receiver) => (name === 'now' ? now : Reflect.get(date, name, receiver)),
});
