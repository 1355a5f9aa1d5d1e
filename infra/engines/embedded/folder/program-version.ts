/** The version of this program, and the data that it can read. */
import { readFileSync } from 'node:fs';

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
);

export const PROGRAM_VERSION = version;

/**
 * Whether data of version `other` may be unreadable for `than`. Releases with the same major and minor number read each
 * other's data.
 */
export function isNewer(other: string, than: string = PROGRAM_VERSION): boolean {
  const [major = 0, minor = 0] = numbersOf(other);
  const [ownMajor = 0, ownMinor = 0] = numbersOf(than);
  return major > ownMajor || (major === ownMajor && minor > ownMinor);
}

function numbersOf(text: string): number[] {
  return text.split('.', 2).map((part) => Number.parseInt(part, 10) || 0);
}
