/**
 * How much script each screen fetches before it can be used, gzipped, beside what it may be. Reads what `npm run build`
 * made: a page's own files and all they import; what is fetched later, when something is opened, does not count.
 * Ends with code 1 when a budget is exceeded.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = path.resolve(import.meta.dirname, '..', '..', '..', 'console', 'dist');

/** The screens: the files they ask for beside what the page itself names, and the most they may be in kB. */
const SCREENS = [
  { name: 'welcome', files: [], budget: 88 },
  { name: 'share', files: ['PublicApp', 'SharePage'], budget: 158 },
  { name: 'dashboard, small screen', files: ['console', 'list'], budget: 233 },
  { name: 'dashboard', files: ['console', 'list', 'table', 'hints'], budget: 250 },
] as const;

const built = readdirSync(path.join(DIST, 'assets'));

/** A built file by the name it had before its hash. */
function assetOf(name: string): string {
  const file = built.find((each) => new RegExp(`^${name}-[\\w-]{7}\\.js$`).test(each));
  if (file === undefined) throw new Error(`console/dist has no file for ${name}: see console/build/code-splitting.ts.`);
  return path.join('assets', file);
}

/** The scripts of the page itself: those it names and those it tells the browser to fetch beside them. */
function ofPage(): readonly string[] {
  const page = readFileSync(path.join(DIST, 'index.html'), 'utf8');
  return [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].flatMap(([, file]) => file ?? []);
}

/** What a script imports before it runs. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(path.join(DIST, file), 'utf8');
  const named = text.matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{}\s,]*?from\s*)?"(\.{1,2}\/[^"]+\.js)"/g);
  return [...named].flatMap(([, each = '']) => path.join(path.dirname(file), each));
}

function allOf(files: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const look = [...files];
  for (let file = look.pop(); file !== undefined; file = look.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    look.push(...importsOf(file));
  }
  return found;
}

let met = true;
for (const { name, files, budget } of SCREENS) {
  const scripts = allOf([...ofPage(), ...files.map(assetOf)]);
  const sizes = [...scripts].map((file) => gzipSync(readFileSync(path.join(DIST, file)), { level: 6 }).length);
  const size = sizes.reduce((sum, each) => sum + each, 0) / 1000;
  if (size > budget) met = false;
  const figures = `${size.toFixed(1).padStart(6)} kB of ${budget}`;
  process.stdout.write(`${name.padEnd(24)} ${figures}  ${scripts.size} files${size > budget ? '  TOO LARGE' : ''}\n`);
}
process.exitCode = met ? 0 : 1;
