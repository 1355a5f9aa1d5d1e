/** A thread that several test files share: a thread for each file costs more than most tests themselves. */
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import ava, { type ImplementationFn } from 'ava';
import { turns } from '../turns.ts';
import { filesTogether } from './files-together.ts';

/** AVA begins soon after the first declaration: all wait until the last file is read. */
const declarations: (() => void)[] = [];
let place = '';
/** Enough to fill pauses: more would only keep each other from their answers. */
const turn = turns(4);

/** Declares the tests of the files below a folder that can share a thread. A title begins with the path of its file. */
export async function runTogether(folder: string): Promise<void> {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === 'ava' ? new URL('./shared-test.ts', import.meta.url).href : specifier, context),
  });
  for (const file of filesTogether(folder)) {
    place = path
      .relative(folder, file)
      .replace(/\.test\.ts$/, '')
      .replaceAll(path.sep, ' › ');
    await import(pathToFileURL(file).href);
  }
  for (const declare of declarations) declare();
}

/** `test` of AVA, for the file that is read now. */
export function declareTest(title: string, run: ImplementationFn<[]>): void {
  const whole = `${place} › ${title}`;
  declarations.push(() =>
    ava(whole, async (t) => {
      await turn(t);
      await run(t);
    }),
  );
}

export function declareSkipped(title: string, run: ImplementationFn<[]>): void {
  const whole = `${place} › ${title}`;
  declarations.push(() => ava.skip(whole, run));
}

export function declareEnd(run: ImplementationFn<[]>): void {
  declarations.push(() => ava.after.always(run));
}
