/** Links for lists and details, with counters of active ones. */
import { isOf, withChanges } from '../../../command-service/contract/events.ts';
import { reasonDetails } from '../../../command-service/contract/reasons.ts';
import { tagKey } from '../../../command-service/contract/tags.ts';
import type { CheckEvent } from '../../../command-service/model/check/events.ts';
import type { LinkEvent } from '../../../command-service/model/link/events.ts';
import { type MoneyEvent, NO_MONEY } from '../../../command-service/model/money/events.ts';
import type { TermsEvent } from '../../../command-service/model/terms/events.ts';
import { clientDomain } from '../../rules/client-domain.ts';
import { dedupeKey } from '../../rules/dedupe-key.ts';
import { DEVIATION_RULE_VERSION } from '../../rules/deviations.ts';
import { durationDays, expirationDate } from '../../rules/duration.ts';
import { vendorKey } from '../../rules/vendor-key.ts';
import type { Recorded, View } from '../../view.ts';
import { activityOf, linkActivity } from './link-activity.ts';
import {
  agreedAfterEdit,
  deviationFacts,
  firstAgreement,
  foundAfter,
  termsChanged,
  withTurns,
} from './link-agreement.ts';
import { addSame, increments, linkCountMonths, linkCounts } from './link-counts.ts';
import type { AddressFacts, LinkDoc, LinkFacts } from './link-doc.ts';

/** Every list filters by `place`: with this field in the index, a filter counts without reading documents. */
const PLACE = ['place'] as const;
/** Most lists filter by status, too; it is indexed only with fields that change together with it. */
const KIND = ['place', 'listStatus'] as const;
/** Lists are in the order of the last check by default. */
const RECENT = ['lastChecked'] as const;

const FIELDS = [
  'scope',
  'place',
  'clientDomain',
  'listStatus',
  'assignedTo',
  'campaignId',
  'pairKey',
  'tagSet',
  'warningSet',
  'deviationSet',
  'vendor',
  'templateId',
  'articleLink',
  'clientLink',
  'anchor',
  'linkType',
  'lastChecked',
  'liveDate',
  'durationDays',
  'expirationDate',
  'publisher',
  'reason',
  'statusSince',
  'addedDay',
  'trashedAt',
] as const;

/** The fields that lists of links are filtered and sorted by. */
export type LinkField = (typeof FIELDS)[number];

/** One document per link, by link id, forever: a purge leaves a tombstone. */
export const links: View<LinkDoc, LinkField> = {
  name: 'links',
  version: 15 + DEVIATION_RULE_VERSION,
  fields: FIELDS,
  partition: 'scope',
  covering: {
    ...{ listStatus: PLACE, clientDomain: PLACE, assignedTo: PLACE, campaignId: PLACE, tagSet: PLACE },
    ...{ warningSet: PLACE, deviationSet: PLACE, vendor: PLACE, templateId: PLACE },
    ...{ publisher: PLACE, addedDay: PLACE, reason: KIND, statusSince: KIND },
    ...{ anchor: KIND, linkType: KIND, lastChecked: KIND, liveDate: KIND, expirationDate: KIND },
  },
  orders: {
    place: [
      ...([null, 'articleLink', 'clientLink', 'anchor', 'linkType', 'listStatus', 'assignedTo'] as const),
      ...([
        'lastChecked',
        'liveDate',
        'durationDays',
        'expirationDate',
        'statusSince',
        'addedDay',
        'trashedAt',
      ] as const),
    ],
    ...{ listStatus: RECENT, linkType: RECENT, reason: RECENT, warningSet: RECENT, tagSet: RECENT },
    ...{ assignedTo: RECENT, campaignId: RECENT, clientDomain: RECENT, publisher: RECENT, vendor: RECENT },
    pairKey: [null],
  },
  search: ['articleLink', 'clientLink', 'anchor'],
  companions: [linkCounts, linkCountMonths, linkActivity],
  entries: { schema: linkActivity, of: activityOf },
  counters: {
    schema: linkCounts,
    increments,
    isSame: addSame,
    history: linkCountMonths,
    countsFrom: (event) => (event.type === 'LinkStatusChanged' ? event.data.since : undefined),
  },
  keys(event) {
    return 'linkId' in event.data ? [event.data.linkId] : [];
  },
  evolve(doc, event) {
    if (!isOf(event, 'link', 'check', 'terms', 'money')) return doc;
    if (event.type === 'LinkAdded') return added(event);
    if (doc === null || doc.place === 'purged') return doc;
    const next = changed(doc, event);
    if (next === doc) return doc;
    const found = foundAfter(next, event);
    return withTurns(doc, found === next.found ? next : derive({ ...next, found }), event);
  },
};

type LinkChange = Extract<
  Recorded,
  { readonly type: Exclude<(LinkEvent | CheckEvent | TermsEvent | MoneyEvent)['type'], 'LinkAdded'> }
>;

function changed(doc: LinkDoc, event: LinkChange): LinkDoc {
  switch (event.type) {
    case 'LinkEdited':
      return edited(doc, event);
    case 'LinkMoved':
      return { ...doc, scope: event.data.to, revision: event.revision };
    case 'LinkTrashed':
      return { ...doc, place: 'trash', ...trashed(event.metadata), revision: event.revision };
    case 'LinkRestored':
      return { ...doc, place: 'active', ...trashed(null), revision: event.revision };
    case 'LinkPurged':
      return purged(doc, event);
    case 'CheckRequested':
      return checkRequested(doc, event);
    case 'LinkChecked':
      return checked(doc, event);
    case 'LinkStatusChanged':
      return statusChanged(doc, event);
    case 'VerdictJudgedAgain':
      return judgedAgain(doc, event);
    case 'VerdictCorrected':
      return corrected(doc, event);
    case 'CorrectionUndone':
      return derive({ ...withoutCorrection(doc), ...doc.correction?.before });
    case 'LinkTermsChanged':
      return derive(termsChanged(doc, event));
    case 'LinkMoneyChanged':
      return moneyChanged(doc, event);
    case 'CheckTimetableSet':
      return doc;
    default:
      event satisfies never;
      return doc;
  }
}

function added({ data, metadata, revision }: Recorded & { type: 'LinkAdded' }): LinkDoc {
  return derive({
    id: data.linkId,
    scope: data.scope,
    place: 'active',
    articleLink: data.articleLink,
    clientLink: data.clientLink,
    duration: data.duration,
    assignedTo: data.assignedTo,
    pocEmail: data.pocEmail ?? null,
    remarks: data.remarks,
    campaignId: data.campaignId ?? null,
    promotionType: data.promotionType ?? null,
    websiteUrl: data.websiteUrl ?? null,
    timelineDate: data.timelineDate ?? null,
    tags: data.tags ?? [],
    ...addressFacts(data.articleLink, data.clientLink),
    anchor: data.anchor,
    linkType: data.linkType,
    linkTypeCause: null,
    ...firstAgreement(data, metadata.at),
    found: [],
    turns: [],
    template: null,
    status: 'pending',
    reason: 'never-checked',
    reasonDetails: null,
    statusSince: utcDay(metadata.at),
    warnings: [],
    lastChecked: null,
    lastLiveAt: null,
    lastClaim: null,
    givenLiveDate: data.liveDate,
    firstLiveDate: null,
    check: null,
    addedAt: metadata.at,
    addedBy: metadata.actor,
    assignedBy: data.assignedTo === null ? null : metadata.actor,
    ...trashed(null),
    purgedAt: null,
    revision,
    termsRevision: 0,
    money: null,
    moneyRevision: 0,
  });
}

function trashed(metadata: Recorded['metadata'] | null) {
  return { trashedAt: metadata?.at ?? null, trashedBy: metadata?.actor ?? null };
}

function edited(doc: LinkDoc, { data, metadata, revision }: Recorded & { type: 'LinkEdited' }): LinkDoc {
  const { articleLink, clientLink, duration, liveDate, assignedTo, pocEmail, remarks } = data.changes;
  const { campaignId, websiteUrl, timelineDate, tags } = data.changes;
  const addresses = {
    articleLink: articleLink?.to ?? doc.articleLink,
    clientLink: clientLink?.to ?? doc.clientLink,
  };
  const otherAddresses = articleLink !== undefined || clientLink !== undefined;
  return derive({
    ...doc,
    ...addresses,
    ...(otherAddresses && addressFacts(addresses.articleLink, addresses.clientLink)),
    agreedAt: agreedAfterEdit(doc, data.changes, metadata.at),
    duration: duration?.to ?? doc.duration,
    givenLiveDate: liveDate === undefined ? doc.givenLiveDate : liveDate.to,
    assignedTo: assignedTo === undefined ? doc.assignedTo : assignedTo.to,
    assignedBy: assignedTo === undefined ? doc.assignedBy : assignedTo.to === null ? null : metadata.actor,
    pocEmail: pocEmail === undefined ? doc.pocEmail : (pocEmail?.to ?? null),
    remarks: remarks === undefined ? doc.remarks : remarks.to,
    campaignId: campaignId === undefined ? doc.campaignId : campaignId.to,
    websiteUrl: websiteUrl === undefined ? doc.websiteUrl : websiteUrl.to,
    timelineDate: timelineDate === undefined ? doc.timelineDate : timelineDate.to,
    tags: tags === undefined ? doc.tags : tags.to,
    revision,
  });
}

function moneyChanged(doc: LinkDoc, { data, revision }: Recorded & { type: 'LinkMoneyChanged' }): LinkDoc {
  const money = withChanges(doc.money ?? NO_MONEY, data.changes);
  const isKnown = Object.values(money).some((value) => value !== null);
  return derive({ ...doc, money: isKnown ? money : null, moneyRevision: revision + 1 });
}

function purged(doc: LinkDoc, { metadata, revision }: Recorded & { type: 'LinkPurged' }): LinkDoc {
  return derive({
    ...withoutCorrection(doc),
    place: 'purged',
    purgedAt: metadata.at,
    revision,
    assignedTo: null,
    assignedBy: null,
    pocEmail: null,
    remarks: null,
    tags: [],
    anchor: null,
    linkType: null,
    linkTypeCause: null,
    terms: null,
    agreedAt: {},
    found: [],
    turns: [],
    money: null,
    template: null,
    reasonDetails: null,
    warnings: [],
    check: null,
  });
}

function checkRequested(doc: LinkDoc, { data }: Recorded & { type: 'CheckRequested' }): LinkDoc {
  const { checkId, articleLink, clientLink } = data;
  const before = doc.check;
  // A link that stays pending gets no LinkStatusChanged event, so this discards the result of other addresses.
  const otherAddresses =
    before !== null && (before.articleLink !== articleLink || before.clientLink !== clientLink) && doc.lastChecked;
  const facts = otherAddresses && doc.status === 'pending' ? withoutResult(doc) : doc;
  return derive({ ...facts, check: { checkId, articleLink, clientLink, recorded: false } });
}

/** Only the last requested check, of the present addresses, changes what lists show. */
function checked(doc: LinkDoc, { data, metadata }: Recorded & { type: 'LinkChecked' }): LinkDoc {
  if (doc.check === null || doc.check.recorded || doc.check.checkId !== data.checkId) return doc;
  const check = { ...doc.check, recorded: true };
  if (!isOfPresentAddresses(doc)) return derive({ ...doc, check });
  const { verdict } = data;
  const facts = {
    // A check that agrees with a correction replaces it.
    ...(verdict.status === doc.status ? withoutCorrection(doc) : doc),
    check,
    lastChecked: metadata.at,
    ...(verdict.status === doc.status && {
      reason: verdict.reason,
      reasonDetails: reasonDetails(verdict.reason, data.observation),
    }),
    warnings: verdict.warnings ?? [],
  };
  if (verdict.status !== 'live') return derive(facts);
  // Otherwise the link is seen live with its status: a correction can outlive this check.
  const seen = doc.status === 'live' && { lastLiveAt: metadata.at };
  const { anchor, linkType, linkTypeCause } = verdict;
  return derive({ ...facts, ...seen, anchor, linkType, linkTypeCause });
}

/**
 * A past check has a new verdict. The link counts as live from the day of the judging. While a correction counts, only
 * undoing it shows the new verdict.
 */
function judgedAgain(doc: LinkDoc, { data, metadata }: Recorded & { type: 'VerdictJudgedAgain' }): LinkDoc {
  if (!isOfPresentAddresses(doc) || doc.lastChecked === null) return doc;
  const { verdict, details = null } = data;
  const { status, reason, anchor, linkType, linkTypeCause, warnings = [] } = verdict;
  const isLive = status === 'live';
  const facts = { ...doc, warnings, ...(isLive && { anchor, linkType, linkTypeCause }) };
  if (doc.correction === undefined) {
    return derive({ ...facts, ...(status === doc.status && { reason, reasonDetails: details }) });
  }
  const { lastLiveAt, lastClaim, firstLiveDate } = doc.correction.before;
  const before = {
    ...doc.correction.before,
    lastLiveAt: isLive ? (lastLiveAt ?? doc.lastChecked) : lastLiveAt,
    lastClaim: status === 'pending' || status === data.from ? lastClaim : status,
    firstLiveDate: isLive ? (firstLiveDate ?? utcDay(metadata.at)) : firstLiveDate,
  };
  return derive({ ...facts, correction: { ...doc.correction, before } });
}

/** Charts and lists follow the person: a link that was found but is not theirs was never live. */
function corrected(doc: LinkDoc, { data, metadata }: Recorded & { type: 'VerdictCorrected' }): LinkDoc {
  const { correctionId, claim, note, since } = data;
  const { lastLiveAt, lastClaim, firstLiveDate, found } = doc;
  const before = doc.correction?.before ?? { lastLiveAt, lastClaim, firstLiveDate, found };
  const seen = claim === 'not-ours' && { lastLiveAt: null, firstLiveDate: null };
  const { actor: by, at } = metadata;
  return derive({ ...doc, ...seen, correction: { correctionId, claim, note, by, at, since, before } });
}

function withoutCorrection<Facts extends LinkFacts>({ correction: _, ...facts }: Facts): Omit<Facts, 'correction'> {
  return facts;
}

function statusChanged(doc: LinkDoc, { data, metadata }: Recorded & { type: 'LinkStatusChanged' }): LinkDoc {
  const { to, reason, details = null, since = utcDay(metadata.at) } = data;
  const isOfPerson = doc.correction !== undefined && reason === `corrected-${doc.correction.claim}`;
  const current = isOfPerson ? doc : withoutCorrection(doc);
  const facts = reason === 'address-changed' ? withoutResult(current) : current;
  const changed = { ...facts, status: to, statusSince: since, reason, reasonDetails: details };
  if (to === 'pending') return derive(changed);
  if (to === 'removed' || !(isOfPerson || isOfPresentAddresses(doc))) return derive({ ...changed, lastClaim: to });
  const found = isOfPerson ? metadata.at : doc.lastChecked;
  const lastLiveAt = reason === 'correction-undone' ? (doc.lastLiveAt ?? found) : found;
  return derive({ ...changed, lastClaim: to, lastLiveAt, firstLiveDate: doc.firstLiveDate ?? since });
}

/** Discards the result of other addresses. The start of the promise stays. */
function withoutResult(facts: LinkFacts): LinkFacts {
  return {
    ...facts,
    ...{ reason: 'address-changed', reasonDetails: null, warnings: [] },
    ...{ anchor: null, linkType: null, linkTypeCause: null },
    ...{ lastChecked: null, lastLiveAt: null, lastClaim: null },
  };
}

function isOfPresentAddresses({ check, articleLink, clientLink }: LinkFacts): boolean {
  return check !== null && check.articleLink === articleLink && check.clientLink === clientLink;
}

function derive(facts: LinkFacts): LinkDoc {
  const liveDate = facts.givenLiveDate ?? facts.firstLiveDate;
  const end = expirationDate(liveDate, facts.duration);
  return {
    ...facts,
    ...deviationFacts(facts, end),
    listStatus: facts.status === 'removed' && facts.lastLiveAt === null ? 'removed-unseen' : facts.status,
    tagSet: facts.tags.length === 0 ? null : facts.tags.map(tagKey).join(),
    warningSet: facts.warnings.length === 0 ? null : facts.warnings.map(({ code }) => code).join(),
    vendor: (facts.money?.vendor && vendorKey(facts.money.vendor)) || null,
    templateId: facts.template && `${facts.template.isChanged ? '~' : ''}${facts.template.id}`,
    checking: isOfPresentAddresses(facts) && facts.check?.recorded === false,
    liveDate,
    durationDays: durationDays(facts.duration, liveDate),
    addedDay: utcDay(facts.addedAt),
    expirationDate: end,
  };
}

function addressFacts(articleLink: string, clientLink: string): AddressFacts {
  return {
    clientDomain: clientLink === '' ? '' : clientDomain(clientLink),
    publisher: articleLink === '' ? '' : clientDomain(articleLink),
    pairKey: dedupeKey(articleLink, clientLink),
  };
}

function utcDay(at: string): string {
  return at.slice(0, 10);
}
