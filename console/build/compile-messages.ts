/**
 * Parses the ICU messages of the message files during the build, so that the console needs neither the parser nor the time
 * to parse. Development and tests parse at run time.
 */
import path from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

/** Sentences of the server and the checker: patterns of ours, not ICU messages. */
const NOT_ICU = new Set(['server.json', 'checker.json', 'doctor.json', 'reasons.json']);

export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' } },
    }),
    transform: {
      filter: { id: /\/languages\/\w+\/[\w.-]+\.json$/ },
      handler(source, id) {
        if (NOT_ICU.has(path.basename(id))) return null;
        const texts: Readonly<Record<string, string>> = JSON.parse(source);
        return JSON.stringify(texts, (key, value: unknown) =>
          typeof value === 'string' && value.includes('{') && texts[key] === value
            ? parse(value, { captureLocation: false })
            : value,
        );
      },
    },
  };
}
