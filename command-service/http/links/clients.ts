/** Adds and changes the records of clients. */
import { clientDomain, domainKey } from '../../../projections/rules/client-domain.ts';
import { scopeOf } from '../../contract/scope.ts';
import { authorize, roleIn } from '../../core/authorize.ts';
import { DomainError } from '../../core/errors.ts';
import { handle, load } from '../../core/handle.ts';
import { addClientSchema, contactsIn, editClientSchema } from '../../model/client/commands.ts';
import { clients, clientWith, streamOf } from '../../model/client/decider.ts';
import { editorOf, metadataOf, setPosition } from '../request.ts';
import { route } from '../route.ts';

export const clientRoutes = [
  route({
    method: 'POST',
    path: '/api/clients',
    action: 'EditClient',
    summary: 'Gives a client of a list a name, its domains, contacts and notes.',
    body: addClientSchema,
    answers: { 201: 'ChangedAnswer' },
    errorStatuses: [404, 409],
    async handle({ ctx, principal, body }, { store, now }) {
      const scope = scopeOf(principal.userId, body.teamId ?? null);
      authorize('EditClient', await roleIn(store, scope, principal));
      const { newId } = ctx.state;
      const clientId = newId();
      const domains = domainsIn(body.domains);
      const added = await handle(
        store,
        clients,
        {
          ...{ type: 'AddClient', scope, clientId, name: body.name, notes: body.notes ?? null },
          domains,
          contacts: plannedContacts(body.contacts ?? [], newId),
        },
        metadataOf(ctx, principal.userId, now),
      );
      setPosition(ctx, added.position);
      ctx.set('Location', `/api/clients/${domains[0]}`);
      ctx.set('ETag', `"${added.revision}"`);
      return { id: clientId, revision: added.revision };
    },
  }),

  route({
    method: 'PATCH',
    path: '/api/clients/:domain',
    action: 'EditClient',
    summary: 'Changes the record of the client that has the domain; omitted fields stay unchanged.',
    body: editClientSchema,
    answers: { 200: 'ChangedAnswer' },
    errorStatuses: [409],
    requestHeaders: ['If-Match'],
    async handle({ ctx, principal, body, params }, { store, now }) {
      const scope = scopeOf(principal.userId, body.teamId ?? null);
      authorize('EditClient', await roleIn(store, scope, principal));
      const clientId = clientWith((await load(store, clients, streamOf(scope))).state, domainKey(params.domain));
      if (clientId === undefined) throw new DomainError('not-found', 'not-found', 'This client has no record yet.');
      const { name, notes, domains, contacts } = body;
      const editor = editorOf(ctx, now);
      const edited = await handle(
        store,
        clients,
        {
          ...{ type: 'EditClient', scope, clientId },
          fields: { name, notes, domains: domains && domainsIn(domains) },
          contacts: contacts && plannedContacts(contacts, ctx.state.newId),
        },
        editor.metadata(),
        ({ clients }, { position }) => {
          const client = clients.get(clientId);
          if (client !== undefined) editor.assertUnchanged({ revision: client.revision, position });
        },
      );
      const revision = edited.state.clients.get(clientId)?.revision ?? edited.revision;
      setPosition(ctx, edited.position);
      ctx.set('ETag', `"${revision}"`);
      return { id: clientId, revision };
    },
  }),
];

/** As the links of the client have them: without subdomains, and once each. */
function domainsIn(typed: readonly string[]): readonly string[] {
  return [...new Set(typed.map((each) => clientDomain(`http://${each.trim()}`)))];
}

function plannedContacts(rows: Parameters<typeof contactsIn>[0], newId: () => string) {
  return contactsIn(rows).map((contact) => ({ ...contact, contactId: newId() }));
}
