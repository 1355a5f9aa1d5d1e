/**
 * The sample data: the demo's agency with its ninety days, in the memory of the process. Its log is apart from the real
 * log, so that no seal, mail, check, plan or share ever meets it, and no page of it is visited.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { handle } from '../../../command-service/core/handle.ts';
import { team } from '../../../command-service/model/team/decider.ts';
import { user } from '../../../command-service/model/user/decider.ts';
import { PastStates } from '../../../projections/as-of/past-states.ts';
import { Tables } from '../../../projections/as-of/tables.ts';
import { commitEvents } from '../../../projections/runner/commit.ts';
import type { Recorded } from '../../../projections/view.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import type { QueryDeps } from '../../../query-service/deps.ts';
import type { Logger } from '../../ports/process/logger.ts';
import type { EventMetadata, EventStore, NewEvent, StreamRange } from '../../ports/storage/event-store.ts';
import type { ReadStore } from '../../ports/storage/read-store.ts';
import { type Agency, COLLEAGUES, OWNER, TEAM } from './agency.ts';
import { promisedIn } from './article.ts';
import { openPictures } from './pictures.ts';
import { PUBLICATIONS } from './publications.ts';
import { idOf, PAST_DAYS } from './story.ts';
import { DAY_MS, metadataOf, writeStory } from './write-story.ts';

/** What the query routes read in place of the real views. */
export interface SampleWorld {
  /** The agency's owner, as whom everybody looks at it. */
  readonly ownerId: string;
  readonly deps: Pick<QueryDeps, 'reads' | 'past' | 'blobs' | 'alertMarks'>;
}

/** Tells the story until `now`, and shows it. */
export async function openSampleWorld(logger: Logger, now: Date): Promise<SampleWorld> {
  const { ownerId, events, blobs } = await tellStory(now);
  const tables = new Tables();
  for (const view of allViews) {
    const { poison } = await commitEvents(view, { reads: tables, logger }, 0, events);
    if (poison !== null) throw poison;
    // Other requests get their turn between views.
    await nextTurn();
  }
  const reads = readsOf(tables, () => events.length);
  const past = new PastStates({ reads, logger });
  return { ownerId, deps: { reads, past, blobs, alertMarks: { listOf: async () => [] } } };
}

/** The events of the story until `now`, with the pictures that they name. */
export async function tellStory(now: Date) {
  const log = new MemoryLog();
  const agency = await foundAgency(log, new Date(now.getTime() - PAST_DAYS * DAY_MS));
  // The hosts are reserved (RFC 2606): their addresses lead nowhere.
  const promised = promisedIn(PUBLICATIONS, ({ id }, { slug }) => `https://${id}.example/${slug}`);
  const { blobs, acts } = await openPictures();
  await writeStory(log, promised, agency, now, new AbortController().signal, acts);
  return { ownerId: agency.people[0], teamId: agency.teamId, events: log.events, blobs };
}

/** The people register, and form their team. */
async function foundAgency(store: EventStore<LinkledgerEvent>, at: Date): Promise<Agency> {
  const [ownerId, teamId] = [idOf(OWNER.email), idOf('team')];
  const metadata = metadataOf(ownerId, at);
  for (const { email, profile } of [OWNER, ...COLLEAGUES]) {
    const userId = idOf(email);
    await handle(
      store,
      user,
      { type: 'RegisterUser', userId, email, company: OWNER.profile.company, ...profile },
      metadataOf(userId, at),
    );
  }
  await handle(store, team, { type: 'CreateTeam', teamId, name: TEAM, ownerId }, metadata);
  for (const { email, permission, profile } of COLLEAGUES) {
    const userId = idOf(email);
    const invitationId = idOf(`invitation ${email}`);
    const invitations = [{ invitationId, email, permission, name: `${profile.firstName} ${profile.lastName}` }];
    const expiresAt = new Date(at.getTime() + 7 * DAY_MS).toISOString();
    await handle(store, team, { type: 'InviteMembers', teamId, invitations, expiresAt }, metadata);
    const accept = { type: 'AcceptInvitation', teamId, invitationId, userId, email, at: metadata.at } as const;
    await handle(store, team, accept, metadataOf(userId, at));
  }
  return { teamId, people: [ownerId, ...COLLEAGUES.map(({ email }) => idOf(email))] };
}

/** A log with one writer. */
class MemoryLog implements EventStore<LinkledgerEvent> {
  readonly events: Recorded[] = [];
  readonly #streams = new Map<string, Recorded[]>();

  async read(stream: string, range: StreamRange = { from: 0 }) {
    const all = this.#streams.get(stream) ?? [];
    return { events: all.slice('from' in range ? range.from : -range.last), revision: all.length - 1 };
  }

  async append(
    stream: string,
    _expectedRevision: number,
    events: readonly NewEvent<LinkledgerEvent>[],
    metadata: EventMetadata,
  ) {
    const all = this.#streams.get(stream) ?? [];
    this.#streams.set(stream, all);
    for (const event of events) {
      const recorded = { ...event, stream, revision: all.length, position: this.events.length + 1, metadata };
      all.push(recorded);
      this.events.push(recorded);
    }
    return { revision: all.length - 1, position: this.events.length };
  }
}

/** A store of views that others fill up to the position `head`. */
export function readsOf(tables: Tables, head: () => number): ReadStore {
  const readOnly = () => Promise.reject(new TypeError('the sample data cannot be written'));
  return {
    get: async (view, id) => tables.get(view, id),
    getMany: (view, ids) => tables.getMany(view, ids),
    find: async (view, query) => Tables.find([tables], view, query),
    position: async () => head(),
    positions: async (views) => views.map(head),
    reached: async () => true,
    watch: () => {
      throw new TypeError('the sample data does not change, so it has no commits to watch');
    },
    commit: readOnly,
    beginFilling: readOnly,
    endFilling: readOnly,
  };
}
