/** Reads the ledger as stories, newest first: all events with one cause are one story. */
import { formatReason, reasonDetails } from '../../command-service/contract/reasons.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { BEHIND_ALL, type LedgerEntry, ledgerEntries } from '../../projections/views/ledger/ledger.ts';
import { FOLLOWING, type Opener } from '../../projections/views/ledger/stories.ts';
import { statusChecks } from '../../projections/views/links/status-checks.ts';
import type { Access } from '../access/access.ts';
import type { LedgerAnswer, OutcomeAnswer, StoryAnswer } from '../contract/answers/ledger.ts';
import { LEDGER_TYPES } from '../contract/ledger-kinds.ts';
import { conditionsOf, isShown, type LedgerFilter, maySee } from './ledger.ts';

export interface StoryFilter extends LedgerFilter {
  /** Only stories that begin like this; null: all matching events. */
  readonly openers: readonly Opener[] | null;
}

interface Story {
  /** The oldest matching event of the story. It never changes, so a page never repeats or skips a story. */
  readonly head: LedgerEntry;
  readonly events: number;
  readonly links: number;
  readonly outcome: OutcomeAnswer | null;
}

interface StoryPage {
  readonly stories: readonly Story[];
  /** The entry before which the next page begins; null at the end. */
  readonly next: LedgerEntry | null;
}

/** A page reads at most this many entries, so that a large import does not hold back what was found so far. */
const MAX_READ = 5_000;
/** Stories looked up at once. */
const AT_ONCE = 25;
/** A story of so many events is read as a whole. */
const FEW = 8;
/** Oldest first. The events of a story lie close together: the order by id would begin far away from them. */
const BY_STORY = { field: 'story', descending: false } as const;

/** The stories before an entry (null: from the end), at most `limit`. Each story comes once, at its head. */
export async function readStories(
  reads: Pick<ReadStore, 'find'>,
  access: Pick<Access, 'roleIn' | 'money'>,
  filter: StoryFilter,
  before: string | null,
  limit: number,
): Promise<StoryPage> {
  const lookUp = new StoryLookUp(reads, access, filter);
  const found: Story[] = [];
  let [from, size, left] = [before ?? BEHIND_ALL, limit, MAX_READ];
  while (filter.scopes.length > 0) {
    const { rows } = await reads.find(ledgerEntries, {
      where: lookUp.openings,
      before: from,
      limit: size,
      countUpTo: 1,
    });
    for (let start = 0; start < rows.length; start += AT_ONCE) {
      const group = rows.slice(start, start + AT_ONCE);
      const stories = await Promise.all(group.map(({ story }) => lookUp.get(story)));
      for (const [index, entry] of group.entries()) {
        const story = stories[index];
        if (story?.head.id === entry.id) found.push(story);
        if (found.length === limit) return { stories: found, next: entry };
      }
    }
    const last = rows.at(-1) ?? null;
    left -= rows.length;
    if (rows.length < size || last === null) return { stories: found, next: null };
    if (left <= 0) return { stories: found, next: last };
    from = last.id;
    // Many entries of few stories: larger reads pass them sooner.
    size = Math.min(2 * size, left);
  }
  return { stories: found, next: null };
}

/** Finds stories by their ids, each once. */
class StoryLookUp {
  readonly openings: ReturnType<typeof conditionsOf>;
  readonly #reads: Pick<ReadStore, 'find'>;
  readonly #access: Pick<Access, 'roleIn' | 'money'>;
  readonly #filter: StoryFilter;
  readonly #found = new Map<string, Promise<Story | null>>();

  constructor(reads: Pick<ReadStore, 'find'>, access: Pick<Access, 'roleIn' | 'money'>, filter: StoryFilter) {
    this.#reads = reads;
    this.#access = access;
    this.#filter = filter;
    const { openers, types } = filter;
    const beginning = openers === null && types !== null && types.filter((type) => !FOLLOWING.includes(type));
    this.openings = {
      ...conditionsOf(filter),
      ...(openers !== null && { opens: openers }),
      ...(beginning && { type: beginning }),
    };
  }

  get(story: string): Promise<Story | null> {
    const found = this.#found.get(story) ?? this.#lookUp(story);
    this.#found.set(story, found);
    return found;
  }

  async #lookUp(story: string): Promise<Story | null> {
    const where = { ...conditionsOf(this.#filter), story };
    const { rows, total } = await this.#reads.find(ledgerEntries, { where, sort: BY_STORY, limit: FEW });
    const isWhole = total <= rows.length;
    const begun = { where: { ...this.openings, story }, sort: BY_STORY, limit: FEW, countUpTo: 1 };
    const first = isWhole ? rows : (await this.#reads.find(ledgerEntries, begun)).rows;
    const opening = first.filter((entry) => this.#opens(entry));
    const [head] = opening;
    if (head === undefined) return null;
    const events = rows.filter((entry) => isShown(this.#access, this.#filter.scopes, entry)).map(({ event }) => event);
    if (!isWhole) {
      const types = this.#typesIn(head.scope);
      const seen = types && (await this.#reads.find(ledgerEntries, { where: { ...where, type: types }, limit: 0 }));
      const countedLinks = await this.#countLinks(story, head, types);
      return { head, events: seen?.total ?? total, links: countedLinks, outcome: null };
    }
    const links = new Set(opening.flatMap(({ linkId }) => linkId ?? [])).size;
    const outcome = links > 1 ? null : (events.toReversed().flatMap((event) => outcomeOf(event) ?? [])[0] ?? null);
    return { head, events: events.length, links, outcome };
  }

  #opens(entry: LedgerEntry): boolean {
    const { openers, scopes } = this.#filter;
    const isOpening =
      openers === null ? !FOLLOWING.includes(entry.type) : openers.some((opener) => opener === entry.opens);
    return isOpening && isShown(this.#access, scopes, entry);
  }

  /** The wanted types that the caller may see in a scope; null: all. */
  #typesIn(scope: LedgerEntry['scope']): NonNullable<LedgerFilter['types']> | null {
    const wanted = this.#filter.types ?? LEDGER_TYPES;
    const seen = wanted.filter((type) => maySee(this.#access, scope, type));
    return seen.length === wanted.length ? null : seen;
  }

  /** A large story has an event of the same type for each of its links, after its start. */
  async #countLinks(
    story: string,
    { linkId, event: { type, data } }: LedgerEntry,
    types: LedgerFilter['types'],
  ): Promise<number> {
    const { scopes } = this.#filter;
    // A move is in both of its lists, and one job moves all links into the same list.
    const scope = type === 'LinkMoved' ? scopes.filter((each) => each === data.to) : [];
    const only = { ...(linkId !== null && { type }), ...(scope.length > 0 && { scope }) };
    const begun = types && { type: types.filter((each) => !FOLLOWING.includes(each)) };
    const where = { ...this.openings, story, ...begun, ...only };
    const { total } = await this.#reads.find(ledgerEntries, { where, limit: 0, countUpTo: Number.POSITIVE_INFINITY });
    return linkId === null ? total - 1 : total;
  }
}

function outcomeOf(event: LedgerEntry['event']): OutcomeAnswer | null {
  switch (event.type) {
    case 'LinkStatusChanged': {
      const { to: status, reason: code, details = null } = event.data;
      return { status, reason: { code, text: formatReason(code, details), details } };
    }
    case 'LinkChecked': {
      const { verdict, observation } = event.data;
      const { status, reason: code } = verdict;
      const details = reasonDetails(code, observation);
      return { status, reason: { code, text: formatReason(code, details), details } };
    }
    default:
      return null;
  }
}

/** Adds the results of status checks. `heads`: the answers of the stories' heads, in their order. */
export async function presentStories(
  reads: Pick<ReadStore, 'getMany'>,
  stories: readonly Story[],
  heads: readonly LedgerAnswer[],
): Promise<readonly StoryAnswer[]> {
  const ids = stories.flatMap(({ head }) => (head.type === 'StatusCheckStarted' ? [head.story] : []));
  const docs = await reads.getMany(statusChecks, ids);
  const runs = new Map(docs.map((doc) => [doc.id, doc]));
  return stories.flatMap(({ head: { story: id }, ...story }, index) => {
    const [head, run] = [heads[index], runs.get(id)];
    if (head === undefined) return [];
    if (run === undefined) return { id, ...story, head, run: null };
    const { state, done, live, removed, pending } = run;
    return { id, ...story, head, run: { isRunning: state === 'running', done, live, removed, pending } };
  });
}
