/** Finds the browser: at the configured path, else the system's, else the headless build of a package. */
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
 * The headless build in @sparticuz/chromium (Linux on x64), which unpacks itself to a fixed place in the temporary
 * folder; or a message that says why it cannot be used.
 */
export async function packagedChrome(): Promise<Chrome | string> {
  const place = join(tmpdir(), 'chromium');
  const there = await stat(place).catch(() => null);
  if (there !== null && there.uid !== process.getuid?.()) {
    return `${place} belongs to another user, so the checker does not run it`;
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
