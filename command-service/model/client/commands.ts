/** Client commands: the schemas of the request bodies, and the commands with the ids that the server adds. */

import type { InferType } from 'yup';
import * as yup from 'yup';
import { addressProblem } from '../../contract/schema/addresses.ts';
import { email, line, MAX_NAME, text } from '../../contract/schema/fields.ts';
import type { Scope } from '../../contract/scope.ts';
import type { ClientContact, ClientFields } from './events.ts';

const MAX_DOMAINS = 50;
const MAX_CONTACTS = 50;
const NAME_REQUIRED = 'Name is required';
const DOMAIN_REQUIRED = 'Enter at least one domain';
/** A host without scheme, user, port or path. */
const DOMAIN = /^[^\s/?#:@\\]+$/;
const DOMAIN_SCHEMA = { maxLength: 253, pattern: '^(?:[a-z][a-z0-9]{0,20}\\.){0,4}[a-z]{2,20}$' };

/** The message for a text that is not a domain, or null. */
function domainProblem(typed: unknown): string | null {
  if (typeof typed !== 'string') return 'A domain must be text';
  const domain = typed.trim();
  if (domain.length <= 253 && DOMAIN.test(domain) && addressProblem(`http://${domain}`) === null) return null;
  return `“${domain.slice(0, 60)}” is not a domain. Write it like client.example, without https://, port or path.`;
}

const contactSchema = yup.object({
  name: line('Name').nullable(),
  email: email('Email').nonNullable('Email is required').required('Email is required'),
});

const fields = {
  name: line('Name', MAX_NAME).nonNullable(NAME_REQUIRED),
  domains: yup
    .array()
    .of(yup.string().defined('A domain must be text'))
    .typeError('Domains must be a list')
    .nonNullable(DOMAIN_REQUIRED)
    .max(MAX_DOMAINS, `A client has at most ${MAX_DOMAINS} domains`)
    .test({
      name: 'domains',
      params: { jsonSchema: { minItems: 1, items: DOMAIN_SCHEMA } },
      test: (domains, context) => {
        if (domains === undefined) return true;
        const [problem] =
          domains.length === 0 ? [DOMAIN_REQUIRED] : domains.flatMap((each) => domainProblem(each) ?? []);
        return problem === undefined || context.createError({ message: problem });
      },
    }),
  contacts: yup
    .array()
    .of(contactSchema.noUnknown('A contact has a name and an email'))
    .typeError('Contacts must be a list')
    .max(MAX_CONTACTS, `A client has at most ${MAX_CONTACTS} contacts`)
    .nonNullable('Contacts must be a list'),
  notes: text('Notes').nullable(),
};
const teamId = text('Team', 100).nullable();

/** Body of POST /api/clients. Without a team the record belongs to the person’s own links. */
export const addClientSchema = yup.object({
  ...fields,
  name: fields.name.required(NAME_REQUIRED),
  domains: fields.domains.required(DOMAIN_REQUIRED),
  teamId,
});

/** Body of PATCH /api/clients/{domain}: absent fields stay unchanged. `teamId` names the list as in POST. */
export const editClientSchema = yup.object({ ...fields, teamId });

/** Body of DELETE /api/clients/{domain}: the list as in POST. */
export const deleteClientSchema = yup.object({ teamId });

/** The contacts in a list, once for each address: the last counts. */
export function contactsIn(rows: readonly InferType<typeof contactSchema>[]): readonly ClientContact[] {
  return [...new Map(rows.map(({ name, email }) => [email.toLowerCase(), { name: name ?? '', email }])).values()];
}

/** A contact with the id that it gets if it is new. */
export type PlannedContact = ClientContact & { readonly contactId: string };

/** `inherited`: the client of a deleted team, without the domains that clients of the list have. */
type AddClient = ClientFields & {
  readonly type: 'AddClient';
  readonly scope: Scope;
  readonly clientId: string;
  readonly contacts: readonly PlannedContact[];
  readonly inherited?: boolean;
};

export interface EditClient {
  readonly type: 'EditClient';
  readonly scope: Scope;
  readonly clientId: string;
  readonly fields: { readonly [Field in keyof ClientFields]?: ClientFields[Field] | undefined };
  /** All contacts; absent: unchanged. */
  readonly contacts?: readonly PlannedContact[] | undefined;
}

interface DeleteClient {
  readonly type: 'DeleteClient';
  readonly scope: Scope;
  readonly clientId: string;
}

export type ClientCommand = AddClient | EditClient | DeleteClient;
