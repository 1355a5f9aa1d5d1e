/** Finds browsers: at the configured path, in the system, and the headless build in a package. */
import { access, constants, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** A browser to start. `shell` marks the headless-only build, which starts differently. */
export interface Chrome {
  readonly path: string;
  readonly shell: boolean;
}

const PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: [
    ...['/usr/bin', '/usr/local/bin', '/snap/bin'].flatMap((folder) =>
      ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'].map((name) => join(folder, name)),
    ),
    '/opt/google/chrome/chrome',
  ],
  darwin: ['/', homedir()].flatMap((root) => [
    join(root, 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
    join(root, 'Applications/Chromium.app/Contents/MacOS/Chromium'),
  ]),
  win32: ['C:\\Program Files', 'C:\\Program Files (x86)'].map((root) =>
    join(root, 'Google\\Chrome\\Application\\chrome.exe'),
  ),
};

/** Headless builds of the system's packages. */
const SHELLS = ['/usr/bin', '/usr/local/bin'].flatMap((folder) =>
  ['chrome-headless-shell', 'chromium-headless-shell'].map((name) => join(folder, name)),
);

/**
 * The browsers that can read pages, in the order in which to try them; or a message that says why there is none.
 * Headless builds come first: they open no window, which halves the work of a page in its own context. Among them, the
 * system's comes first, because the system updates it. A configured path is never replaced by another browser.
 */
export async function findPageBrowsers(configured: string | undefined): Promise<readonly Chrome[] | string> {
  const found: Chrome[] = [];
  if (configured === undefined && process.platform === 'linux') {
    for (const path of SHELLS) if (await isProgram(path)) found.push({ path, shell: true });
    const packaged = process.arch === 'x64' ? await packagedChrome() : null;
    if (packaged !== null && typeof packaged !== 'string') found.push(packaged);
  }
  const chrome = await findChrome(configured);
  if (typeof chrome !== 'string' && !found.some(({ path }) => path === chrome.path)) found.push(chrome);
  return found.length === 0 && typeof chrome === 'string' ? chrome : found;
}

/** The browser to use, or a message that says why there is none. A configured path is never replaced by another browser. */
export async function findChrome(configured: string | undefined): Promise<Chrome | string> {
  if (configured !== undefined) {
    if (await isProgram(configured)) return { path: configured, shell: /headless.shell/i.test(basename(configured)) };
    return `there is no browser at ${configured}`;
  }
  for (const path of PLACES[process.platform] ?? []) if (await isProgram(path)) return { path, shell: false };
  if (process.platform === 'linux' && process.arch === 'x64') return packagedChrome();
  return 'no Chrome or Chromium was found on this machine';
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/**
 * The headless build in @sparticuz/chromium (Linux on x64), which unpacks itself to a fixed path in the temporary
 * folder; or a message that says why it cannot be used.
 */
export async function packagedChrome(): Promise<Chrome | string> {
  const folder = join(tmpdir(), 'chromium');
  const stats = await stat(folder).catch(() => null);
  if (stats !== null && stats.uid !== process.getuid?.()) {
    return `${folder} belongs to another user, so the checker does not run it`;
  }
  try {
    unpacking ??= unpack().finally(() => {
      unpacking = undefined;
    });
    return { path: await unpacking, shell: true };
  } catch {
    return 'no Chrome or Chromium was found on this machine';
  }
}

/** Shared by concurrent callers: the package would take a half-unpacked build for a complete one. */
let unpacking: Promise<string> | undefined;

async function unpack(): Promise<string> {
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}
