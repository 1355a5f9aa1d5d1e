/** The clients of a list: one stream for all of them, so that a domain belongs to one client at most. */

import { changesBetween, isOf, isUnchanged, withChanges } from '../../contract/events.ts';
import type { Scope } from '../../contract/scope.ts';
import type { Decider } from '../../core/decider.ts';
import { DomainError } from '../../core/errors.ts';
import type { ClientCommand, PlannedContact } from './commands.ts';
import type { ClientEvent, ClientFields } from './events.ts';

/** The stream of the clients of a list. */
export const streamOf = (scope: Scope): string => `client-${scope}`;

interface Client {
  readonly fields: ClientFields;
  readonly contacts: readonly PlannedContact[];
  /** The revision of the stream at the client's last event. */
  readonly revision: number;
}

interface ClientsState {
  readonly revision: number;
  readonly clients: ReadonlyMap<string, Client>;
}

const initialState: ClientsState = { revision: -1, clients: new Map() };

/** The id of the client that has the domain; undefined if no client of the list has it. */
export function clientWith({ clients }: ClientsState, domain: string): string | undefined {
  return [...clients].find(([, { fields }]) => fields.domains.includes(domain))?.[0];
}

function evolve({ revision: last, clients }: ClientsState, event: ClientEvent): ClientsState {
  const revision = last + 1;
  const next = new Map(clients);
  const { clientId } = event.data;
  const client = next.get(clientId);
  if (event.type === 'ClientAdded') {
    const { name, domains, notes } = event.data;
    next.set(clientId, { fields: { name, domains, notes }, contacts: [], revision });
  } else if (event.type === 'ClientDeleted') next.delete(clientId);
  else if (client !== undefined) next.set(clientId, { ...changed(client, event), revision });
  return { revision, clients: next };
}

function changed(client: Client, event: Exclude<ClientEvent, { type: 'ClientAdded' | 'ClientDeleted' }>): Client {
  switch (event.type) {
    case 'ClientEdited':
      return { ...client, fields: withChanges(client.fields, event.data.changes) };
    case 'ClientContactAdded': {
      const { contactId, name, email } = event.data;
      return { ...client, contacts: [...client.contacts, { contactId, name, email }] };
    }
    case 'ClientContactRemoved':
      return { ...client, contacts: client.contacts.filter(({ contactId }) => contactId !== event.data.contactId) };
    default: {
      const _: never = event;
      return _;
    }
  }
}

function decide(state: ClientsState, command: ClientCommand): readonly ClientEvent[] {
  const { scope, clientId } = command;
  const client = state.clients.get(clientId);
  switch (command.type) {
    case 'AddClient': {
      if (client !== undefined) return [];
      const { name, notes, contacts, inherited } = command;
      const domains = inherited ? command.domains.filter((each) => isFree(state, each)) : command.domains;
      if (domains.length === 0) return [];
      requireFree(state, clientId, domains);
      const added = { type: 'ClientAdded', data: { scope, clientId, name, domains, notes } } as const;
      return [added, ...contacts.map((contact) => contactAdded(scope, clientId, contact))];
    }
    case 'EditClient': {
      if (client === undefined) throw new DomainError('not-found', 'not-found', 'This client no longer exists.');
      const { fields, contacts = client.contacts } = command;
      requireFree(state, clientId, fields.domains ?? []);
      const changes = changesBetween(client.fields, fields);
      const missingIn = (others: readonly PlannedContact[]) => (one: PlannedContact) =>
        !others.some(({ name, email }) => name === one.name && email === one.email);
      return [
        ...(isUnchanged(changes) ? [] : [{ type: 'ClientEdited', data: { scope, clientId, changes } } as const]),
        ...client.contacts.filter(missingIn(contacts)).map(({ contactId }) => {
          return { type: 'ClientContactRemoved', data: { scope, clientId, contactId } } as const;
        }),
        ...contacts.filter(missingIn(client.contacts)).map((contact) => contactAdded(scope, clientId, contact)),
      ];
    }
    case 'DeleteClient': {
      if (client === undefined) return [];
      const contactIds = client.contacts.map(({ contactId }) => contactId);
      return [{ type: 'ClientDeleted', data: { scope, clientId, name: client.fields.name, contactIds } }];
    }
    default: {
      const _: never = command;
      return _;
    }
  }
}

const isFree = (state: ClientsState, domain: string) => clientWith(state, domain) === undefined;

function requireFree(state: ClientsState, clientId: string, domains: readonly string[]): void {
  for (const domain of domains) {
    const other = clientWith(state, domain);
    if (other === undefined || other === clientId) continue;
    const name = state.clients.get(other)?.fields.name ?? '';
    throw new DomainError(
      'conflict',
      'domain-taken',
      `${domain} belongs to the client “${name}”. Remove it there first.`,
    );
  }
}

function contactAdded(scope: Scope, clientId: string, { contactId, name, email }: PlannedContact): ClientEvent {
  return { type: 'ClientContactAdded', data: { scope, clientId, contactId, name, email } };
}

export const clients: Decider<ClientsState, ClientCommand, ClientEvent> = {
  streamOf: ({ scope }) => streamOf(scope),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is ClientEvent => isOf(event, 'client'),
};
