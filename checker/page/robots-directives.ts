/** Directives of a page and its headers for robots: comma-separated, some with a value, some for one robot. */
import type { RobotsRule } from '../../command-service/contract/observation.ts';

/** Directives with a value: the word before their colon is not a robot's name (developers.google.com, "X-Robots-Tag"). */
export const DIRECTIVES_WITH_VALUE: ReadonlySet<string> = new Set([
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
  'unavailable_after',
]);

/** The directives of a robots meta tag, lower case. */
export function parseRobotsMeta(content: string): readonly string[] {
  return content
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '');
}

/**
 * The rules of the X-Robots-Tag headers, one header per line. A robot's name and a colon apply to the directives after
 * it, up to the next name or the end of the line. Directives before any name apply to all robots.
 */
export function parseRobotsHeaders(headers: string): readonly RobotsRule[] {
  const rules: RobotsRule[] = [];
  for (const line of headers.split('\n')) {
    let robot: string | null = null;
    let directives: string[] = [];
    const finish = () => {
      if (directives.length > 0) rules.push({ by: 'x-robots-tag', robot, directives });
      directives = [];
    };
    for (const part of line.toLowerCase().split(',')) {
      const [name = '', ...rest] = part.split(':');
      const isNamed = rest.length > 0 && !DIRECTIVES_WITH_VALUE.has(name.trim());
      if (isNamed) {
        finish();
        robot = name.trim() === '*' ? null : name.trim();
      }
      const directive = (isNamed ? rest.join(':') : part).trim();
      if (directive !== '') directives.push(directive);
    }
    finish();
  }
  return rules;
}
