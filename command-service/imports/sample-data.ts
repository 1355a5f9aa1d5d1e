/**
 * Sample data for a newcomer: a separate team with a few links, added and removed by ordinary commands. The articles
 * are the pages that RFC 2606 and RFC 6761 reserve for examples, so each kind of result occurs.
 */
import type { EventMetadata } from '../../infra/ports/storage/event-store.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { links } from '../../projections/views/links/links.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import { isSampleTeam, sampleTeamId, teamScope } from '../contract/scope.ts';
import { DomainError } from '../core/errors.ts';
import { handle } from '../core/handle.ts';
import { waitForHead } from '../links/wait-for-views.ts';
import { campaign } from '../model/campaign/decider.ts';
import { link } from '../model/link/decider.ts';
import { team } from '../model/team/decider.ts';
import type { Csv, CsvRow } from './csv.ts';
import { type ImportOrder, runImport } from './run-import.ts';

const NAME = 'Sample data';
const DAY_MS = 24 * 60 * 60 * 1000;
const HEADER = ['articleLink', 'clientLink', 'duration', 'liveDate', 'tags', 'remarks'];

type SampleDeps = Parameters<typeof runImport>[0] & { readonly now: () => Date };

interface SampleOrder {
  readonly userId: string;
  readonly newId: () => string;
  readonly metadata: EventMetadata;
}

/** Adds the team and its links. @throws DomainError `exists` if the person already has sample data. */
export async function addSampleData(deps: SampleDeps, { userId, newId, metadata }: SampleOrder) {
  if ((await sampleTeamsOf(deps, userId)).length > 0) {
    throw new DomainError('conflict', 'exists', 'You already have sample data. Remove it first.');
  }
  const teamId = sampleTeamId(newId());
  const create = { type: 'CreateTeam', teamId, name: NAME, ownerId: userId } as const;
  const created = await handle(deps.store, team, create, metadata);
  const order: ImportOrder = {
    importId: newId(),
    scope: teamScope(teamId),
    campaignId: null,
    userId,
    people: new Map(),
    chosen: {},
    clientLink: null,
    tags: ['sample'],
    dateOrder: null,
    allowDuplicate: true,
    // A request of a moment, on a team that was just made for its person.
    authorize: async () => {},
    dryRun: false,
    newId,
    metadata,
  };
  const { position } = await runImport(deps, sampleFile(deps.now()), order);
  return { id: teamId, name: NAME, position: Math.max(created.position, position) };
}

/** Deletes the person's sample teams with all their content forever; can be repeated. Returns the position. */
export async function removeSampleData(
  deps: SampleDeps,
  { userId, metadata }: Omit<SampleOrder, 'newId'>,
): Promise<number> {
  await waitForHead(deps, [links, campaigns]);
  let last = 0;
  const run = async (done: Promise<{ readonly position: number }>) => {
    last = Math.max(last, (await done).position);
  };
  for (const teamId of await sampleTeamsOf(deps, userId)) {
    const where = { scope: teamScope(teamId) };
    for (const { id: linkId, place } of (await deps.reads.find(links, { where })).rows) {
      if (place === 'active') await run(handle(deps.store, link, { type: 'TrashLink', linkId }, metadata));
      await run(handle(deps.store, link, { type: 'PurgeLink', linkId }, metadata));
    }
    for (const { id: campaignId } of (await deps.reads.find(campaigns, { where })).rows) {
      await run(handle(deps.store, campaign, { type: 'DeleteCampaign', campaignId }, metadata));
    }
    await run(handle(deps.store, team, { type: 'DeleteTeam', teamId }, metadata));
  }
  return last;
}

async function sampleTeamsOf(deps: SampleDeps, userId: string): Promise<readonly string[]> {
  await waitForHead(deps, [memberships]);
  const { rows } = await deps.reads.find(memberships, { where: { userId } });
  return rows.flatMap(({ teamId, role }) => (role === 'owner' && isSampleTeam(teamId) ? [teamId] : []));
}

function sampleFile(now: Date): Csv {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
  const target = 'https://www.iana.org/domains/example';
  const sample: readonly CsvRow[] = [
    ['https://example.com/', target, '12 months', daysAgo(40), 'guest post', 'Sample: this page has its link.'],
    ['https://example.org/', target, '12 months', daysAgo(352), 'guest post', 'Sample: this link expires soon.'],
    ['https://example.net/', 'https://shop.example/chairs', '6 months', '', '', 'Sample: this page lacks its link.'],
    ['https://blog.invalid/post', 'https://shop.example/', '1 year', '', '', 'Sample: this page cannot be reached.'],
  ].map((cells, index) => ({ row: index + 1, line: index + 2, cells }));
  async function* rows(): AsyncGenerator<CsvRow> {
    yield* sample;
  }
  return { header: HEADER, sample, rows: rows() };
}
