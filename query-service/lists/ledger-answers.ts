/** Adds names, links and the lines of a link's history to entries of the ledger. */
import { allows } from '../../command-service/contract/policy.ts';
import { teamIdOf } from '../../command-service/contract/scope.ts';
import { type BlobStore, EVIDENCE } from '../../infra/ports/storage/blob-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import type { LedgerEntry } from '../../projections/views/ledger/ledger.ts';
import { type CampaignDoc, campaigns } from '../../projections/views/links/campaigns.ts';
import { clients } from '../../projections/views/links/clients.ts';
import { type LinkDoc, wasLive } from '../../projections/views/links/link-doc.ts';
import { links } from '../../projections/views/links/links.ts';
import { type TeamDoc, teams } from '../../projections/views/people/teams.ts';
import type { Access } from '../access/access.ts';
import type { LedgerAnswer, LedgerLinkAnswer } from '../contract/answers/ledger.ts';
import { KIND_OF } from '../contract/ledger-kinds.ts';
import { presentEvents } from '../presenters/event.ts';
import { presentHistory } from '../presenters/history.ts';
import { type HistoryLine, historyOf } from '../presenters/link-history.ts';
import { loadNames, UNKNOWN_PERSON } from '../presenters/person-names.ts';
import { cursorOf } from './ledger.ts';

interface LedgerDeps {
  readonly reads: ReadStore;
  readonly blobs: Pick<BlobStore, 'has'>;
}

/** The properties of events with ids of people, teams, campaigns and clients, even if nested. */
const ID_PROPERTIES: readonly string[] = [
  ...['userId', 'ownerId', 'memberIds', 'assignedTo', 'teamId', 'campaignId', 'clientId'],
];

/** Looks up each name once. */
export async function presentLedger(
  { reads, blobs }: LedgerDeps,
  access: Access,
  entries: readonly LedgerEntry[],
): Promise<readonly LedgerAnswer[]> {
  const idsOf = new Map(entries.map(({ id, scope, event }) => [id, idsIn(event, scope)]));
  const ids = [...new Set([...idsOf.values()].flat())];
  const histories = new Map(entries.map(({ id, event }) => [id, historyOf(event)]));
  const [events, people, teamDocs, campaignDocs, clientDocs, linkDocs, keptHashes] = await Promise.all([
    presentEvents(reads, entries, cursorOf),
    loadNames(reads, [...entries.map(({ actor }) => actor), ...ids]),
    reads.getMany(teams, ids),
    reads.getMany(campaigns, ids),
    reads.getMany(clients, ids),
    reads.getMany(links, [...new Set(entries.flatMap(({ linkId }) => linkId ?? []))]),
    keptEvidence(
      blobs,
      [...histories.values()].filter((doc) => doc !== null),
    ),
  ]);
  const names = new Map([...people, ...namesOf(access, teamDocs, [...campaignDocs, ...clientDocs])]);
  const shown = new Map(linkDocs.flatMap((doc) => (isVisible(access, doc) ? [[doc.id, doc] as const] : [])));
  const context = { people, campaigns: names, teams: names, keptHashes, turns: [] };
  return entries.flatMap(({ id, type, scope, actor, linkId }, index) => {
    const [event, kind] = [events[index], KIND_OF[type]];
    if (event === undefined || kind === null) return [];
    const teamId = teamIdOf(scope);
    const history = histories.get(id) ?? null;
    const named = (idsOf.get(id) ?? []).flatMap((each) => {
      const name = names.get(each);
      return name === undefined ? [] : [[each, name] as const];
    });
    return {
      event,
      kind,
      actorName: names.get(actor) ?? UNKNOWN_PERSON,
      teamId,
      teamName: teamId === null ? null : (names.get(teamId) ?? null),
      link: presentLedgerLink(shown.get(linkId ?? '')),
      history: history === null ? null : presentHistory(history, context),
      names: Object.fromEntries(named),
    };
  });
}

/** The hashes of the evidence files in these history lines that still exist. */
export async function keptEvidence(
  blobs: Pick<BlobStore, 'has'>,
  docs: readonly HistoryLine[],
): Promise<ReadonlySet<string>> {
  const hashes = docs.flatMap(({ fact }) => (fact.kind === 'evidence-kept' ? [fact.evidence.hash] : []));
  const existing = await Promise.all(hashes.map(async (hash) => ((await blobs.has(EVIDENCE, hash)) ? [hash] : [])));
  return new Set(existing.flat());
}

function isVisible(access: Access, { scope }: LinkDoc): boolean {
  return allows('ReadLinks', access.roleIn(scope));
}

/** The names of the teams, campaigns and clients that the caller may see. */
function namesOf(
  access: Access,
  teamDocs: readonly TeamDoc[],
  others: readonly Pick<CampaignDoc, 'id' | 'name' | 'scope'>[],
) {
  const seen = others.filter(({ scope }) => allows('ReadCampaigns', access.roleIn(scope)));
  return [...teamDocs.filter(({ id }) => access.teams.has(id)), ...seen].map(({ id, name }) => [id, name] as const);
}

/** Names every outgoing field. */
function presentLedgerLink(doc: LinkDoc | undefined): LedgerLinkAnswer | null {
  if (doc === undefined) return null;
  const { id, articleLink, clientLink, place } = doc;
  return { id, articleLink, clientLink, place, wasLive: wasLive(doc) };
}

/** The ids in the event, and the team of its scope. */
function idsIn({ type, data }: LedgerEntry['event'], scope: LedgerEntry['scope']): readonly string[] {
  const found: string[] = [teamIdOf(scope) ?? []].flat();
  const collect = (value: unknown, isId: boolean): void => {
    if (typeof value === 'string') {
      if (isId) found.push(teamIdOf(value) ?? value);
    } else if (Array.isArray(value)) for (const each of value) collect(each, isId);
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) collect(inner, isId || ID_PROPERTIES.includes(name));
  };
  // Skips observations: they have thousands of texts, but no ids of people, teams, campaigns or clients.
  if (type !== 'LinkChecked') collect(data, type === 'TeamHandedOver' || type === 'LinkMoved');
  return found;
}
