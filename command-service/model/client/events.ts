/** The events of the clients of a list: their names, domains, contacts and notes. */

import type { Changes, Event } from '../../contract/event.ts';
import type { Scope } from '../../contract/scope.ts';

export interface ClientFields {
  readonly name: string;
  /** As in links; the first domain names the client in addresses. */
  readonly domains: readonly string[];
  readonly notes: string | null;
}

/** A person at the client; the name is '' if it is unknown. */
export interface ClientContact {
  readonly name: string;
  readonly email: string;
}

/** The list that has the client, and the client. */
interface OfClient {
  readonly scope: Scope;
  readonly clientId: string;
}

type ClientAdded = Event<'ClientAdded', OfClient & ClientFields>;

type ClientEdited = Event<'ClientEdited', OfClient & { readonly changes: Changes<ClientFields> }>;

type ClientContactAdded = Event<'ClientContactAdded', OfClient & { readonly contactId: string } & ClientContact>;

/** Erases the contact. A corrected contact is a new one. */
type ClientContactRemoved = Event<'ClientContactRemoved', OfClient & { readonly contactId: string }>;

/** A person deleted the record, or its list was deleted. Erases its contacts; the links stay. */
type ClientDeleted = Event<
  'ClientDeleted',
  OfClient & {
    /** Absent in events of earlier versions. */
    readonly name?: string;
    readonly contactIds: readonly string[];
  }
>;

export type ClientEvent = ClientAdded | ClientEdited | ClientContactAdded | ClientContactRemoved | ClientDeleted;
