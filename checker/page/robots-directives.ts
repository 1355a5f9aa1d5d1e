/** Directives of a page and its headers for robots: comma-separated, some with a value, some for one robot. */
import type { RobotsRule } from '../../command-service/contract/observation.ts';

/** Directives with a value: the word before their colon is not a robot's name (developers.google.com, "X-Robots-Tag"). */
export const DIRECTIVES_WITH_VALUE: ReadonlySet<string> = new Set([
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
  'unavailable_after',
]);

/** A directive with a date: a comma before a digit belongs to the date, as in RFC 850. */
const DATED = /unavailable_after\s*:(?:[^,]|,(?=\s*\d))*/g;

/** The parts between commas, lower case. */
function partsOf(line: string): readonly string[] {
  return line
    .toLowerCase()
    .replace(DATED, (directive) => directive.replaceAll(',', ''))
    .split(',');
}

/** The directives of a robots meta tag, lower case. */
export function parseRobotsMeta(content: string): readonly string[] {
  return partsOf(content)
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
    for (const part of partsOf(line)) {
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

/** Whether one of the directives is an `unavailable_after` whose date is over. A date that cannot be read never is. */
export function isUnavailable(directives: readonly string[], now: Date): boolean {
  return directives.some((directive) => {
    const date = /^unavailable_after\s*:(.*)$/.exec(directive)?.[1];
    return date !== undefined && timeOf(date) < now.getTime();
  });
}

const ZONED = /(?:\b|\d)(?:z|gmt|utc?|[ecmp][sd]t)$|:\d\d(?:\.\d+)?\s*[+-]\d\d:?\d\d$/i;

/** The time of a date as in RFC 822, RFC 850 or ISO 8601, without a known zone in UTC; NaN if it is no date. */
function timeOf(date: string): number {
  const text = date
    .trim()
    .toUpperCase()
    .replace(/^(\d{4})(\d\d)(\d\d)(?=T|$)/, '$1-$2-$3')
    .replace(/T(\d\d)(\d\d)(\d\d)?/, (_, hour, minute, second = '00') => `T${hour}:${minute}:${second}`);
  if (ZONED.test(text) || /^\d{4}-\d\d-\d\d$/.test(text)) return Date.parse(text);
  const plain = text.replace(/\s+[A-Z]+$/, '');
  return Date.parse(/^\d{4}-\d\d-\d\dT/.test(plain) ? `${plain}Z` : `${plain} UTC`);
}
