/** The values of the form of a client’s record, and the request body they make. Pure. */
import { parse } from '../../command-service/contract/schema/parse.ts';
import { addClientSchema } from '../../command-service/model/client/commands.ts';
import type { ClientDetailsAnswer } from '../../query-service/contract/answers/clients.ts';
import { fieldErrors } from '../ui/fields/field-errors.ts';

/** Domains and contacts are one a line; a contact is `Zoe Park <zoe@client.example>`, or without brackets or name. */
export type ClientValues = { name: string; domains: string; contacts: string; notes: string };

export function valuesOf({ name, domains, contacts, notes, revision }: ClientDetailsAnswer): ClientValues {
  const lines = contacts.map((contact) => (contact.name === '' ? contact.email : `${contact.name} <${contact.email}>`));
  return {
    name: revision === -1 ? '' : name,
    domains: domains.join('\n'),
    contacts: lines.join('\n'),
    notes: notes ?? '',
  };
}

export function bodyOf({ name, domains, contacts, notes }: ClientValues) {
  return {
    name: name.trim(),
    domains: linesOf(domains),
    contacts: linesOf(contacts).map(contactIn),
    notes: notes.trim(),
  };
}

/** The errors of the form, by field; that of a contact names its line. */
export function problemsOf(values: ClientValues): Readonly<Record<string, string>> {
  const problems = Object.entries(fieldErrors(() => parse(addClientSchema, bodyOf(values))));
  const lines = linesOf(values.contacts);
  const named = problems.map(([field, text]) => {
    const row = /^contacts\[(\d+)\]/.exec(field)?.[1];
    return row === undefined ? [field, text] : ['contacts', `${lines[Number(row)]}: ${text}`];
  });
  return Object.fromEntries(named.toReversed());
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}

function contactIn(line: string) {
  const words = line.split(/\s+/);
  const [address = ''] = words.splice(-1);
  return { name: words.join(' '), email: address.replace(/^<(.*)>$/, '$1') };
}
