/** Empties modules of libraries that the console never uses, but that no bundler can drop because others import them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * The theme turns ripples off, and use-theme-switch.ts switches between light and dark. Every field is outlined. No
 * component is wrapped by `withTheme`.
 */
const UNUSED: readonly string[] = [
  '@mui/material/ButtonBase/TouchRipple',
  '@mui/material/FilledInput/FilledInput',
  '@mui/material/Input/Input',
  '@mui/material/NativeSelect/NativeSelectInput',
  '@mui/material/styles/ThemeProviderWithVars',
  'hoist-non-react-statics/dist/hoist-non-react-statics.cjs',
];

/** The module as it is listed; null for others. */
function unusedIn(id: string): string | null {
  const named = id
    .split(path.sep)
    .join('/')
    .replace(/\.m?js$/, '')
    .split('/node_modules/')
    .at(-1);
  return UNUSED.find((each) => each === named) ?? null;
}

export function trimLibraries(): Plugin {
  const missed = new Set(UNUSED);
  return {
    name: 'trim-libraries',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      const unused = unusedIn(id);
      if (unused === null) return null;
      missed.delete(unused);
      const exported = readFileSync(id, 'utf8').matchAll(/^export (?:(?:const|function) (\w+)|\{([^}]+)\})/gm);
      const names = [...exported].flatMap(([, name, list = '']) => name ?? list.match(/\w+(?=\s*(?:,|$))/g) ?? []);
      return [
        'const nothing = () => null;',
        'export default nothing;',
        ...names.map((name) => `export { nothing as ${name} };`),
      ].join('\n');
    },
    /** Newer libraries may be built differently: fail instead of growing the bundle silently. */
    buildEnd(error) {
      if (error === undefined && missed.size > 0)
        this.error(
          `The libraries no longer have these modules; see console/build/trim-libraries.ts: ${[...missed].join(', ')}`,
        );
    },
  };
}
