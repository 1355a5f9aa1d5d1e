/** Adds a link and checks it. */
import { BusyError } from '../../infra/ports/storage/errors.ts';
import type { EventMetadata } from '../../infra/ports/storage/event-store.ts';
import { storageTrouble } from '../../infra/ports/storage/storage-trouble.ts';
import type { CheckResultAnswer } from '../../query-service/contract/answers/links.ts';
import { type CheckLinkDeps, checkLink, pendingResult, RUNNING_RESULT, shouldCheckNow } from '../checks/check-link.ts';
import type { Scope } from '../contract/scope.ts';
import { handle } from '../core/handle.ts';
import type { AddLink } from '../model/link/commands.ts';
import { link } from '../model/link/decider.ts';
import { terms } from '../model/terms/decider.ts';
import type { AgreedTerms } from '../model/terms/events.ts';
import { type DuplicateDeps, withDedupeLease } from './duplicates.ts';
import { assertExists } from './link-access.ts';

type AddLinkDeps = CheckLinkDeps & DuplicateDeps;

/** A link to add. */
export interface WantedLink {
  readonly linkId: string;
  readonly fields: Omit<AddLink, 'type' | 'linkId'>;
  readonly allowDuplicate: boolean;
  /** The terms of the link; undefined without any. */
  readonly agreed?: AgreedTerms | undefined;
  /** The scopes the person sees, in which a link with the same addresses is a duplicate. */
  readonly visibleScopes: readonly Scope[];
  /** The id of the link's first check. */
  readonly checkId: string;
  readonly metadata: EventMetadata;
  /** Throws if the person may not add links to the scope. Called after any wait, right before the link is added. */
  readonly authorize: () => Promise<void>;
}

/** The result of the first check, and the position of the last event written. */
interface AddedLink {
  readonly checkResult: CheckResultAnswer;
  readonly position: number;
}

/**
 * Adds a link, and waits for its first check unless an address is missing or its day has not come.
 * @throws DomainError `duplicate` if a scope the person sees has a link with the same addresses, unless duplicates are
 * allowed.
 */
export async function addLink(deps: AddLinkDeps, wanted: WantedLink): Promise<AddedLink> {
  const { linkId, fields, allowDuplicate, agreed, visibleScopes: alsoIn, checkId, metadata, authorize } = wanted;
  const add = () => handle(deps.store, link, { type: 'AddLink', linkId, ...fields }, metadata, authorize);
  const added = await (allowDuplicate ? add() : withDedupeLease(deps, { linkId, ...fields, alsoIn }, add));
  // Before the check: what it finds is judged by the terms.
  const set = agreed && (await handle(deps.store, terms, { type: 'SetTerms', linkId, ...agreed }, metadata));
  const position = Math.max(added.position, set?.position ?? 0);
  const { state } = assertExists(linkId, added);
  if (!(await shouldCheckNow(deps, linkId, state.fields))) {
    return { checkResult: pendingResult(state.fields), position };
  }
  try {
    const checked = await checkLink(deps, { linkId, checkId, reason: 'added', metadata }, state);
    return { checkResult: checked.result, position: Math.max(position, checked.position) };
  } catch (error) {
    // The link is saved. If its check was not requested, the scheduler requests it with those that are due.
    if (storageTrouble(error) === null && !(error instanceof BusyError)) throw error;
    return { checkResult: RUNNING_RESULT, position };
  }
}
