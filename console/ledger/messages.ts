/** Texts of the ledger. */
import type { LedgerKind } from '../../query-service/contract/answers/ledger.ts';
import english from '../languages/en/ledger.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { messages, labels, format } = translation('ledger', english);

export { format, messages };

export const KIND_LABELS: Readonly<Record<LedgerKind, string>> = labels('kind');

/** Parts of the system that act. */
export const SYSTEM_LABELS = labels('system');

export const PLACE_LABELS: Readonly<Partial<Record<string, string>>> = labels('place');

export const FIELD_LABELS: Readonly<Partial<Record<string, string>>> = labels('field');

/** Labels of values that people do not write. */
export const VALUE_LABELS: Readonly<Partial<Record<string, string>>> = labels('value');

/** The sentences about many links, by the type of a story's first event. */
export const MANY: Readonly<Partial<Record<string, string>>> = labels('many');

/** The sentences of this version by event type; a newer server may have more types. */
export const SENTENCES: Readonly<Partial<Record<string, string>>> = labels('what');
