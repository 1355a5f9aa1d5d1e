/** Changes what was agreed about one link. */
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { type CommandResult, type Editor, handle, load } from '../core/handle.ts';
import { link, streamOf } from '../model/link/decider.ts';
import { terms } from '../model/terms/decider.ts';
import type { Terms } from '../model/terms/events.ts';
import { refuseInTrash, requireAccess } from './link-access.ts';

/**
 * Replaces the terms of a link that is not in the trash.
 * @throws DomainError; what the editor's `assertUnchanged` throws.
 */
export function setTerms(
  store: EventStore<LinkledgerEvent>,
  { principal, metadata, assertUnchanged }: Editor,
  linkId: string,
  agreed: Terms,
): Promise<CommandResult<Terms>> {
  const command = { type: 'SetTerms', linkId, terms: agreed } as const;
  return handle(store, terms, command, metadata(), async (_, end) => {
    const { state } = await load(store, link, streamOf(linkId));
    refuseInTrash(await requireAccess({ store }, state, principal, 'EditTerms'));
    assertUnchanged(end);
  });
}
