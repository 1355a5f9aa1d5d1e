import type { ProvenEvent } from '../../../infra/ports/storage/event-proof.ts';
import type { Language } from '../../contract/languages.ts';
import type { PackElements } from './pack-elements.ts';
import type { PackState } from './pack-state.ts';

/** Texts by key; `{name}` is a value. `.one` and `.other` are the singular and the plural. */
export type PackPageTexts = Readonly<Record<string, string>>;

export type PackTexts = ReturnType<typeof packTexts>;

/** The texts of the page in the language that the reader has chosen. */
export function packTexts(
  allTexts: Readonly<Record<Language, PackPageTexts>>,
  state: PackState,
  { dataOf, textOf }: PackElements,
) {
  const text = (key: string, values: Readonly<Record<string, string | number>> = {}): string => {
    const pattern = allTexts[state.language][key] ?? key;
    return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name];
      return typeof value === 'number' ? value.toLocaleString(state.language) : (value ?? '');
    });
  };

  const counted = (key: string, count: number): string =>
    text(`${key}.${new Intl.PluralRules(state.language).select(count) === 'one' ? 'one' : 'other'}`, { count });

  const dated = (at: string, format: Intl.DateTimeFormatOptions): string => {
    const date = new Date(at);
    return Number.isNaN(date.getTime()) ? at : date.toLocaleString(state.language, { ...format, timeZone: 'UTC' });
  };

  return {
    text,
    counted,
    recordsAndFiles: (records: number, files: number) =>
      files === 0
        ? counted('records', records)
        : text('both', { records: counted('records', records), files: counted('files', files) }),
    instant: (at: string) => dated(at, { dateStyle: 'medium', timeStyle: 'medium' }),
    day: (at: string) => dated(at, { dateStyle: 'long' }),
    labelOf: (type: string) => allTexts[state.language][`event.${type}`] ?? type,
    actorOf: (event: ProvenEvent): string => {
      const actor = textOf(dataOf(event.metadata).actor);
      const system = allTexts[state.language][`actor.${actor}`];
      if (system !== undefined) return system;
      const name = state.manifest?.people[actor];
      return name === null ? text('actor.deleted') : name || text('actor.unknown');
    },
    reasonOf: (code: string) => allTexts[state.language][`reason.${code}`] ?? code,
  };
}
