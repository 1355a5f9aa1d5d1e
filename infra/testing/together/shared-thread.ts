/** A thread that several test files share: a thread for each file costs more than most tests themselves. */
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import ava, { type ExecutionContext, type ImplementationFn } from 'ava';
import { filesTogether } from './files-together.ts';

/** As many tests as fit into memory, whatever each of them opens. */
let atATime = 8;

/** AVA begins soon after the first declaration: all wait until the last file is read. */
const declarations: (() => void)[] = [];
let place = '';
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Declares the tests of the files below a folder that can share a thread, and runs at most `limit` of them at a time. A
 * title begins with the path of its file.
 */
export async function runTogether(folder: string, limit = 8): Promise<void> {
  atATime = limit;
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
      await turnOf(t);
      const start = performance.now();
      await run(t);
      // AVA's own time counts the wait, too.
      t.log(`took ${Math.round(performance.now() - start)} ms`);
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

/** Resolves when the test may begin. Its turn ends after its last teardown. */
async function turnOf(t: ExecutionContext): Promise<void> {
  if (running === atATime) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  t.teardown(() => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  });
}
