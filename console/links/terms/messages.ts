/** Texts of the terms of links. */
import english from '../../languages/en/links.terms.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, labels, format } = translation('links.terms', english);

export { format, messages };

/** By rule; '' means that any anchor is fine. */
export const ANCHOR_RULE_LABELS: Readonly<Record<string, string>> = { ...labels('rule'), '': messages.anyAnchor };
