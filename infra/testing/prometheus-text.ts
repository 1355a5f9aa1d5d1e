/** Reads what `/metrics` answers, by the conventions of Prometheus (the rules of `promtool check metrics`). */
import type { ExecutionContext } from 'ava';

export interface Family {
  readonly help: string;
  readonly type: string;
  /** The text of each label set. */
  readonly series: string[];
}

/** Reads the text format 0.0.4, and fails where a line does not follow it. */
export function readMetrics(t: ExecutionContext, text: string): ReadonlyMap<string, Family> {
  const families = new Map<string, Family>();
  let help: readonly string[] = [];
  for (const line of text.trimEnd().split('\n')) {
    if (line === '') continue;
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\w+) (.+)$/.exec(line) ?? [];
    if (keyword === 'HELP') help = [name, rest];
    else if (keyword === 'TYPE') {
      t.is(help[0], name, `${name} has its help right before its type`);
      t.false(families.has(name), `${name} is reported once`);
      families.set(name, { help: help[1] ?? '', type: rest, series: [] });
    } else {
      const [, sample = '', labels = '', value = ''] = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      t.true(sample !== '' && (Number.isFinite(Number(value)) || /^(Nan|[+-]?Inf)$/.test(value)), line);
      const family = families.get(sample) ?? families.get(sample.replace(/_(bucket|sum|count)$/, ''));
      t.not(family, undefined, line);
      family?.series.push(`${sample}{${labels}}`);
    }
  }
  return families;
}

/** As in promtool: units are base units, `_total` belongs to counters, and a name does not repeat its type. */
export function problemsOf(name: string, { help, type, series }: Family): readonly string[] {
  const found = (isWrong: boolean, problem: string) => (isWrong ? [`${name}: ${problem}`] : []);
  return [
    ...found(help.trim() === '', 'the help is empty'),
    ...found(!/^(linkledger|process|nodejs)_[a-z0-9_]+$/.test(name), 'the name has none of our prefixes'),
    ...found((type === 'counter') !== name.endsWith('_total'), 'exactly the names of counters end in _total'),
    ...found(/_(bucket|sum|count|gauge|counter|histogram|summary)(_|$)/.test(name), 'the name repeats its type'),
    ...found(
      /_(ms|milliseconds|minutes|hours|days|kb|mb|kilobytes|megabytes|percent)(_|$)/.test(name),
      'the unit is not a base unit',
    ),
    ...found(new Set(series).size < series.length, 'a series occurs twice'),
    ...found(
      type === 'histogram' && series.length > 0 && !series.some((each) => each.includes('le="+Inf"')),
      'the histogram has no +Inf bucket',
    ),
  ];
}
