/** A person corrects the verdict on a link, or takes the correction back (infra/docs/product.md, "Corrections"). */
import type { EventStore, RecordedEvent } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { countedDay, dayOf } from '../contract/schema/days.ts';
import { InputError } from '../contract/schema/parse.ts';
import { type CommandResult, type Editor, handle } from '../core/handle.ts';
import type { CorrectVerdict, UndoCorrection } from '../model/check/commands.ts';
import { check, streamOf as checkStreamOf } from '../model/check/decider.ts';
import { streamOf } from '../model/link/decider.ts';
import { requireActiveLink } from './link-access.ts';

interface CorrectionDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly now: () => Date;
}

/**
 * Records a person's correction of the newest verdict.
 * @param since the UTC day from which it holds, or the person's own today east of UTC; null: today.
 * @throws DomainError `not-found`, `forbidden`, `in-trash`, `not-checked`, `nothing-to-correct`; InputError for a day
 * on which the link did not have this status yet.
 */
export async function correctVerdict(
  deps: CorrectionDeps,
  editor: Editor,
  { since, ...command }: Omit<CorrectVerdict, 'type' | 'since'> & { readonly since: string | null },
): Promise<CommandResult<unknown>> {
  await requireActiveLink(deps, command.linkId, editor.principal, 'CorrectVerdict');
  const now = deps.now();
  const today = dayOf(now);
  const earliest = await earliestDay(deps, command.linkId);
  const day = countedDay(since ?? today, now);
  if (day > today) throw new InputError({ since: 'Since must not be in the future' });
  if (day < earliest) {
    throw new InputError({ since: `Since must not be before ${earliest}: the link was not in this state before` });
  }
  return handle(deps.store, check, { ...command, type: 'CorrectVerdict', since: day }, editor.metadata());
}

/**
 * Undoes a correction: the verdict before it counts again.
 * @throws DomainError `not-found`, `forbidden`, `in-trash`, `correction-over`.
 */
export async function undoCorrection(
  deps: CorrectionDeps,
  editor: Editor,
  command: Omit<UndoCorrection, 'type' | 'since'>,
): Promise<CommandResult<unknown>> {
  await requireActiveLink(deps, command.linkId, editor.principal, 'CorrectVerdict');
  const { events } = await deps.store.read(checkStreamOf(command.linkId));
  const corrected = events.findLast(({ type }) => type === 'VerdictCorrected');
  const counted = corrected?.type === 'VerdictCorrected' ? corrected.data.since : '';
  const placed = await placedSince(deps, command.linkId);
  const since = counted > placed ? counted : placed;
  return handle(deps.store, check, { ...command, type: 'UndoCorrection', since }, editor.metadata());
}

/** The first UTC day on which the link counted in its present lists with its present status. */
async function earliestDay(deps: CorrectionDeps, linkId: string): Promise<string> {
  const { events } = await deps.store.read(checkStreamOf(linkId));
  const changed = events.findLast(({ type }) => type === 'LinkStatusChanged');
  const status = changed === undefined ? '' : utcDay(changed.metadata.at);
  const placed = await placedSince(deps, linkId);
  return status > placed ? status : placed;
}

/** The UTC day on which the link came into its list, client and campaign: from that day charts count it there. */
async function placedSince({ store }: CorrectionDeps, linkId: string): Promise<string> {
  const { events } = await store.read(streamOf(linkId));
  const placed = events.findLast(isPlacement);
  return placed === undefined ? '' : utcDay(placed.metadata.at);
}

function isPlacement(event: RecordedEvent<LinkledgerEvent>): boolean {
  switch (event.type) {
    case 'LinkAdded':
    case 'LinkMoved':
    case 'LinkRestored':
      return true;
    case 'LinkEdited':
      return event.data.changes.clientLink !== undefined || event.data.changes.campaignId !== undefined;
    default:
      return false;
  }
}

function utcDay(at: string): string {
  return at.slice(0, 10);
}
