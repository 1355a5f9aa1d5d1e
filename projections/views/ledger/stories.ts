/**
 * Which events of the ledger belong together. A story is what happened for one cause: a request, a job over many links, or
 * the scheduled checks of a day that changed nothing. Pure.
 */
import type { Recorded } from '../../view.ts';

/** Who began the story, or its part that concerns a link; `routine`: a scheduled check. */
export type Opener = 'person' | 'system' | 'routine';

/** What a link's document must know to place the link's next events. */
export interface LinkStory {
  /** The last story that began for the link, and the event with which it began. */
  readonly story: string;
  readonly openedBy: string;
  /** The check that was requested last. */
  readonly check: { readonly id: string; readonly story: string } | null;
  /** The story that added the link; null once a check was requested. */
  readonly added: { readonly story: string; readonly at: string } | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The first check joins the story that added the link, if it is requested this soon. */
const FIRST_CHECK_MS = DAY_MS;

const SYSTEM_ACTORS: readonly string[] = ['checker', 'scheduler', 'system'];

/** Events that only follow from an earlier event of their story. */
export const FOLLOWING: readonly Recorded['type'][] = [
  ...(['LinkChecked', 'EvidenceKept', 'EvidenceMissed'] as const),
  ...(['ImportFinished', 'StatusCheckFinished', 'BulkFinished', 'BulkUndone'] as const),
];

/** The story of an event; `link`: the document's value after the event, null without a link. */
export function storyOf(event: Recorded, link: LinkStory | null): string {
  const { type, data, metadata } = event;
  const check = link?.check ?? null;
  switch (type) {
    case 'StatusCheckStarted':
    case 'StatusCheckFinished':
      return data.runId;
    case 'BulkUndoStarted':
      return `undo-${data.batchId}`;
    case 'CheckRequested':
    case 'LinkChecked':
      if (check?.id === data.checkId) return check.story;
      break;
    default:
      // A scheduled check that changed something is a story of its own.
      if (check?.id === metadata.correlationId && !isRoutine(check.story)) return check.story;
  }
  if (metadata.causationId.startsWith('undo-')) return metadata.causationId;
  // The scheduler does unrelated things in one round.
  return metadata.actor === 'scheduler' ? `${metadata.correlationId} ${type}` : metadata.correlationId;
}

/** A link's value after an event of the link. */
export function linkStoryAfter(before: LinkStory | null, event: Recorded): LinkStory {
  const earlier = before ?? { story: '', openedBy: '', check: null, added: null };
  const { type, data, metadata } = event;
  const link =
    type === 'CheckRequested'
      ? { ...earlier, check: { id: data.checkId, story: storyOfCheck(event, earlier) }, added: null }
      : earlier;
  const story = storyOf(event, link);
  const isPart =
    FOLLOWING.includes(type) ||
    isRoutine(story) ||
    story === link.story ||
    (story === link.check?.story && type === 'LinkStatusChanged') ||
    (story === earlier.added?.story && type === 'CheckRequested');
  if (isPart) return link;
  const added = type === 'LinkAdded' ? { story, at: metadata.at } : link.added;
  return { ...link, story, openedBy: event.id, added };
}

/** Who begins the story with this event, or the story's part that concerns the link; null if neither begins. */
export function openerOf(event: Recorded, link: LinkStory | null): Opener | null {
  const { id, type, metadata } = event;
  if (type === 'CheckRequested' && isRoutine(storyOf(event, link))) return 'routine';
  if (FOLLOWING.includes(type) || (link !== null && link.openedBy !== id)) return null;
  return SYSTEM_ACTORS.includes(metadata.actor) ? 'system' : 'person';
}

function storyOfCheck(event: Extract<Recorded, { type: 'CheckRequested' }>, { added }: LinkStory): string {
  const { reason } = event.data;
  const { at, correlationId, causationId } = event.metadata;
  if (reason === 'scheduled' || reason === 'retry' || reason === 'confirm') {
    const isFirst = added !== null && Date.parse(at) - Date.parse(added.at) < FIRST_CHECK_MS;
    return isFirst ? added.story : `${ROUTINE}${at.slice(0, 10)}`;
  }
  return causationId.startsWith('undo-') ? causationId : correlationId;
}

const ROUTINE = 'checks-';

function isRoutine(story: string): boolean {
  return story.startsWith(ROUTINE);
}
