/** Changes what was agreed about one link. */
import type { Principal } from '../../infra/ports/process/principal.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { InputError } from '../contract/schema/parse.ts';
import type { Scope } from '../contract/scope.ts';
import { type CommandResult, type Editor, handleAs, load } from '../core/handle.ts';
import { terms } from '../model/terms/decider.ts';
import { type AgreedTerms, changedFields, type LinkTerms } from '../model/terms/events.ts';
import { streamOf as templatesOf, termsTemplates } from '../model/terms-template/decider.ts';
import type { TermsTemplate } from '../model/terms-template/events.ts';
import { requireActiveLink } from './link-access.ts';

type Store = EventStore<LinkledgerEvent>;

/**
 * Replaces the terms of a link that is not in the trash, after looking up their template.
 * @throws DomainError; InputError for a template that the link’s list lacks; what the editor's `assertUnchanged` throws.
 */
export async function agreeOn(store: Store, editor: Editor, linkId: string, agreed: AgreedTerms) {
  const { scope } = await requireLink(store, editor.principal, linkId);
  return setTerms(store, editor, linkId, await withTemplate(store, scope, agreed));
}

/** Works like `agreeOn` with exactly these terms, also of a template that is gone. */
export function setTerms(
  store: Store,
  editor: Editor,
  linkId: string,
  agreed: AgreedTerms,
): Promise<CommandResult<LinkTerms>> {
  return handleAs(store, terms, { type: 'SetTerms', linkId, ...agreed }, editor, () =>
    requireLink(store, editor.principal, linkId),
  );
}

const requireLink = (store: Store, principal: Principal, linkId: string) =>
  requireActiveLink({ store }, linkId, principal, 'EditTerms');

/**
 * The terms of the list’s template, or those in the person's own words, compared with the template's.
 * @throws InputError for a template that the list lacks.
 */
export async function withTemplate(store: Store, scope: Scope, agreed: AgreedTerms): Promise<AgreedTerms> {
  const { template } = agreed;
  if (!template) return agreed;
  const found = await requireTemplate(store, scope, template.id);
  if (!template.isChanged) return { terms: found.terms, template };
  return { ...agreed, template: { ...template, isChanged: changedFields(found.terms, agreed.terms).length > 0 } };
}

/** @throws InputError for a template that the list lacks. */
export async function requireTemplate(store: Store, scope: Scope, templateId: string): Promise<TermsTemplate> {
  const found = await findTemplate(store, scope, templateId);
  if (found === undefined) throw new InputError({ templateId: 'This list does not have this template.' });
  return found;
}

export async function findTemplate(store: Store, scope: Scope, templateId: string | null) {
  if (templateId === null) return undefined;
  const { state } = await load(store, termsTemplates, templatesOf(scope));
  return state.find(({ id }) => id === templateId);
}
