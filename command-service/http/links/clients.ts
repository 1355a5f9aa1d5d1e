/** Adds, changes and deletes the records of clients. */
import type { RequestContext } from '../../../infra/http/request/request-context.ts';
import { clientDomain, domainKey } from '../../../projections/rules/client-domain.ts';
import { type Scope, scopeOf } from '../../contract/scope.ts';
import { authorize, roleIn } from '../../core/authorize.ts';
import { DomainError } from '../../core/errors.ts';
import { handle, load } from '../../core/handle.ts';
import {
  addClientSchema,
  type ClientCommand,
  contactsIn,
  deleteClientSchema,
  editClientSchema,
} from '../../model/client/commands.ts';
import { clients, clientWith, streamOf } from '../../model/client/decider.ts';
import type { CommandDeps } from '../deps.ts';
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
    async handle({ ctx, body, params }, deps) {
      const { name, notes, domains, contacts } = body;
      const { clientId, edited } = await change(ctx, deps, params.domain, body.teamId, (of) => ({
        ...{ type: 'EditClient', ...of },
        fields: { name, notes, domains: domains && domainsIn(domains) },
        contacts: contacts && plannedContacts(contacts, ctx.state.newId),
      }));
      const revision = edited.state.clients.get(clientId)?.revision ?? edited.revision;
      ctx.set('ETag', `"${revision}"`);
      return { id: clientId, revision };
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/clients/:domain',
    action: 'EditClient',
    summary: 'Deletes the record of the client that has the domain, and its contacts; the links stay.',
    body: deleteClientSchema,
    answers: { 204: null },
    requestHeaders: ['If-Match'],
    async handle({ ctx, body, params }, deps) {
      await change(ctx, deps, params.domain, body.teamId, (of) => ({ type: 'DeleteClient', ...of }));
    },
  }),
];

/** Carries out a command on the client of a list that has the domain. */
async function change(
  ctx: RequestContext,
  { store, now }: CommandDeps,
  domain: string,
  teamId: string | null | undefined,
  commandOn: (of: { readonly scope: Scope; readonly clientId: string }) => ClientCommand,
) {
  const editor = editorOf(ctx, now);
  const scope = scopeOf(editor.principal.userId, teamId ?? null);
  authorize('EditClient', await roleIn(store, scope, editor.principal));
  const clientId = clientWith((await load(store, clients, streamOf(scope))).state, domainKey(domain));
  if (clientId === undefined) throw new DomainError('not-found', 'not-found', 'This client has no record yet.');
  const command = commandOn({ scope, clientId });
  const edited = await handle(store, clients, command, editor.metadata(), ({ clients }, { position }) => {
    const client = clients.get(clientId);
    if (client !== undefined) editor.assertUnchanged({ revision: client.revision, position });
  });
  setPosition(ctx, edited.position);
  return { clientId, edited };
}

/** As the links of the client have them: without subdomains, and once each. */
function domainsIn(typed: readonly string[]): readonly string[] {
  return [...new Set(typed.map((each) => clientDomain(`http://${each.trim()}`)))];
}

function plannedContacts(rows: Parameters<typeof contactsIn>[0], newId: () => string) {
  return contactsIn(rows).map((contact) => ({ ...contact, contactId: newId() }));
}
