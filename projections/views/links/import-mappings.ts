/** How columns were mapped in earlier imports: the next file with the same header is mapped the same way. */
import { isOf } from '../../../command-service/contract/events.ts';
import type { Scope } from '../../../command-service/contract/scope.ts';
import type { Recorded, View } from '../../view.ts';

interface ImportMappingDoc {
  readonly id: string;
  /** The field of each column by name; null: ignored. */
  readonly fields: readonly (string | null)[];
  readonly dateOrder: string | null;
}

/** The id of the document for the files of a scope with one header. */
export function importMappingId(scope: Scope, headerKey: string): string {
  return `${scope}|${headerKey}`;
}

/** One document per scope and header: the last choice for them. */
export const importMappings: View<ImportMappingDoc, never> = {
  name: 'import-mappings',
  version: 1,
  fields: [],
  keys(event) {
    const doc = chosenIn(event);
    return doc === null ? [] : [doc.id];
  },
  evolve(doc, event) {
    return chosenIn(event) ?? doc;
  },
};

function chosenIn(event: Recorded): ImportMappingDoc | null {
  if (!isOf(event, 'import') || event.type !== 'ImportStarted' || event.data.mapping === undefined) return null;
  const { scope, mapping } = event.data;
  const { headerKey, fields, dateOrder } = mapping;
  return { id: importMappingId(scope, headerKey), fields, dateOrder };
}
