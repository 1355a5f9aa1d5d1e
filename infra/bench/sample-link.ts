/** Links for the benchmarks of lists, each 1.5 kB of JSON: the same number always makes the same link. */
import type { Scope } from '../../command-service/contract/scope.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';

/** A repeatable random generator: 24 bits. */
export function pseudoRandom(index: number): number {
  return Math.imul(index ^ 0x9e3779b9, 0x85ebca6b) >>> 8;
}

const LINK_TYPES = ['dofollow', 'nofollow', 'sponsored', null] as const;

/** Link `index`: one in twenty is a team's. From `round` 1 on it was checked again. */
export function sampleLink(index: number, scope: Scope, round = 0): LinkDoc {
  const chance = pseudoRandom(index);
  const day = (offset: number) => new Date(Date.UTC(2026, 0, 1 + ((chance + offset) % 300)) + chance).toISOString();
  const articleLink = `https://Magazine-${chance % 4_000}.example/${2020 + (chance % 6)}/article-${index}`;
  const clientLink = `https://client-${chance % 300}.example/products/${chance % 5_000}`;
  const checked = round > 0 ? new Date(1_800_000_000_000 + round).toISOString() : chance % 15 === 0 ? null : day(1);
  const tag = `tag-${chance % 7}`;
  const isTrashed = chance % 50 === 0;
  return {
    id: `0198c0de-0000-7000-8000-${index.toString(16).padStart(12, '0')}`,
    scope: index % 20 === 0 ? `team:${index % 400}` : scope,
    place: isTrashed ? 'trash' : 'active',
    clientDomain: `client-${chance % 300}.example`,
    publisher: `magazine-${chance % 4_000}.example`,
    addedDay: day(0).slice(0, 10),
    ...(chance % 20 === 0
      ? ({ status: 'removed', listStatus: chance % 3 === 0 ? 'removed-unseen' : 'removed' } as const)
      : chance % 7 === 0
        ? ({ status: 'pending', listStatus: 'pending' } as const)
        : ({ status: 'live', listStatus: 'live' } as const)),
    assignedTo: chance % 4 === 0 ? null : `user-${chance % 30}`,
    campaignId: chance % 3 === 0 ? `campaign-${chance % 400}` : null,
    pairKey: `pair-${index}`,
    ...(chance % 5 === 0 ? { tags: [tag], tagSet: tag } : { tags: [], tagSet: null }),
    ...(chance % 40 === 0
      ? { warnings: [{ code: 'noindex', evidence: 'robots: noindex' }], warningSet: 'noindex' }
      : { warnings: [], warningSet: null }),
    ...{ terms: null, agreedAt: {}, found: [], turns: [], deviations: [], deviationSet: null, termsRevision: 0 },
    ...{ template: null, templateId: null, money: null, moneyRevision: 0, vendor: null },
    articleLink,
    clientLink,
    linkTypeCause: null,
    anchor: chance % 9 === 0 ? '' : `Garden furniture ${chance % 800}`,
    linkType: LINK_TYPES[chance % 4] ?? null,
    lastChecked: checked,
    liveDate: day(2).slice(0, 10),
    durationDays: (chance % 24) * 30,
    expirationDate: chance % 10 === 0 ? null : day(3).slice(0, 10),
    trashedAt: isTrashed ? day(4) : null,
    trashedBy: isTrashed ? 'ann' : null,
    duration: `${(chance % 24) * 30} days`,
    ...{ pocEmail: null, promotionType: null, websiteUrl: null, timelineDate: null },
    ...{
      reason: 'never-checked',
      reasonDetails: null,
      statusSince: day(2).slice(0, 10),
      checking: false,
      lastLiveAt: null,
      lastClaim: null,
      purgedAt: null,
    },
    ...{ givenLiveDate: null, firstLiveDate: null, addedAt: day(0), addedBy: 'bench', assignedBy: null, revision: 1 },
    remarks: 'x'.repeat(100 + (chance % 200)),
    check: { checkId: `check-${index}`, articleLink, clientLink, recorded: true },
  };
}
