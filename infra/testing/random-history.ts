/** Long random histories: every kind of event that views read, with texts that stores get wrong. */

import { randomUUID } from 'node:crypto';
import type { LinkledgerEvent } from '../../command-service/contract/events.ts';
import type { Scope } from '../../command-service/contract/scope.ts';
import { defaultRules } from '../../command-service/model/alert-rule/events.ts';
import { NO_TERMS } from '../../command-service/model/terms/events.ts';
import { DEFAULT_SETTINGS } from '../../command-service/model/user/events.ts';
import type { Recorded } from '../../projections/view.ts';
import {
  campaignCreated,
  checkRequested,
  EventBuilder,
  joinedTeam,
  judgedAgain,
  linkAdded,
  linkChecked,
  linkEdited,
  linkMoved,
  linkPlaced,
  moneyChanged,
  shareCreated,
  statusChanged,
  teamCreated,
  termsChanged,
  userRegistered,
} from './event-builder.ts';

/** Random numbers from 0 to 1 that only depend on the seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const TEXTS = [
  ...['', ' ', 'Tea', 'tea', 'TEA', 'Straße', 'STRASSE', 'İstanbul', 'zzz', 'ÄÖÜ', 'e\u0301', '\u00e9', 'ﬀ'],
  ...['𝒳𝒴', '\u{1f375}', '\uffee', '日本語', 'a\nb\tc', '"quoted" \\ back', '$dollar.dot', '__proto__', '\u0000nul'],
  // Half a surrogate pair, as in a text that was cut.
  ...['cut \ud83d', 'x'.repeat(2_000)],
];

/**
 * The same events for the same seed, except for their ids, which are UUIDs. Some do not fit what happened before, as views
 * must bear that.
 */
export function randomHistory(seed: number, count: number): readonly Recorded[] {
  const random = randomNumbers(seed);
  const upTo = (end: number) => Math.floor(random() * end);
  const one = <T>(values: readonly [T, ...T[]] | readonly T[]): T => values[upTo(values.length)] as T;
  const maybe = <T>(value: T): T | null => (random() < 0.3 ? null : value);
  const text = () => one(TEXTS);
  const numbered = (kind: string, most: number) => () => `${kind}${upTo(most)}`;
  const [user, team, campaign] = [numbered('u', 12), numbered('t', 5), numbered('c', 9)];
  const [link, share, token, run] = [numbered('l', 150), numbered('s', 12), numbered('k', 12), numbered('r', 20)];
  const [view, order, correction] = [numbered('v', 15), numbered('o', 15), numbered('x', 9)];
  const scope = (): Scope => (random() < 0.5 ? `user:${user()}` : `team:${team()}`);
  const address = () => `https://host-${upTo(40)}.example/${encodeURIComponent(`page ${upTo(30)}`)}`;
  const day = () => new Date(Date.UTC(2026, 2, 1 + upTo(200))).toISOString().slice(0, 10);
  const status = () => one(['live', 'removed', 'pending'] as const);
  const permission = () => one(['full', 'edit', 'view'] as const);
  const counts = () => ({ done: upTo(50), live: upTo(30), removed: upTo(10), pending: upTo(10) });
  const plan = () => ({
    plan: one(['free', 'starter', 'professional'] as const),
    billingCycle: one(['monthly', 'yearly'] as const),
  });

  let made = 0;

  type Unnumbered = LinkledgerEvent & { readonly stream: string };
  const ofLink = (): Unnumbered => {
    const linkId = link();
    switch (upTo(14)) {
      case 0:
      case 1:
      case 2:
        return linkAdded(linkId, {
          ...{ scope: scope(), articleLink: address(), clientLink: address(), remarks: maybe(text()) },
          ...{ campaignId: maybe(campaign()), assignedTo: maybe(user()), anchor: text(), liveDate: maybe(day()) },
          ...{
            duration: one(['30 days', '12 months', 'permanent']),
            tags: [text(), text()].filter((tag) => tag !== ''),
          },
        });
      case 3:
        return linkEdited(linkId, {
          clientLink: { from: address(), to: address() },
          remarks: { from: maybe(text()), to: maybe(text()) },
          tags: { from: [], to: [text()] },
        });
      case 4:
        return linkMoved(linkId, scope(), scope());
      case 5:
        return linkPlaced(one(['LinkTrashed', 'LinkRestored', 'LinkPurged']), linkId);
      case 6:
      case 7:
        return checkRequested(linkId, randomUUID(), { articleLink: address(), clientLink: address() });
      case 8:
      case 9: {
        const reason = one(['found-static', 'not-on-page', 'page-gone', 'timeout'] as const);
        const title = maybe(text());
        return linkChecked(linkId, randomUUID(), { status: status(), reason, anchor: maybe(text()) }, { title });
      }
      case 10:
        return upTo(2) === 0
          ? statusChanged(linkId, status(), status(), 'not-on-page')
          : judgedAgain(linkId, randomUUID(), status(), { status: status(), anchor: maybe(text()) });
      case 11:
        return termsChanged(linkId, {
          ...(upTo(2) === 0
            ? { anchor: { from: null, to: maybe({ rule: 'contains', texts: [text()] } as const) } }
            : { linkTypes: { from: null, to: maybe(['dofollow'] as const) } }),
          template: { from: null, to: maybe({ id: one(['t1', 't2']), isChanged: upTo(2) === 0 }) },
        });
      case 12:
        return moneyChanged(linkId, {
          ...(upTo(2) === 0
            ? { vendor: { from: null, to: maybe(text()) } }
            : { price: { from: null, to: maybe({ amount: upTo(9_000), currency: 'EUR' }) } }),
        });
      default:
        return {
          ...{ type: 'EvidenceKept', stream: `evidence-${linkId}` },
          data: {
            ...{ linkId, checkId: randomUUID(), transition: randomUUID(), kind: one(['screenshot', 'html'] as const) },
            ...{ hash: `${upTo(1_000)}`, bytes: upTo(100_000), width: maybe(1_280), height: null, outlined: true },
            takenAt: `${day()}T10:00:00.000Z`,
          },
        };
    }
  };
  const ofPeople = (): Unnumbered => {
    const [userId, teamId] = [user(), team()];
    switch (upTo(9)) {
      case 0:
        return userRegistered(userId, { firstName: text(), lastName: text(), company: text() });
      case 1:
        return { type: 'ProfileEdited', stream: `user-${userId}`, data: { userId, firstName: text() } };
      case 2:
        return {
          ...{ type: 'SettingsChanged', stream: `user-${userId}` },
          data: { userId, weeklyReport: random() < 0.5, retryCount: upTo(5) },
        };
      case 3: {
        if (upTo(2) === 0) return teamCreated(teamId, userId, text());
        if (upTo(3) === 0) {
          const to = { timeZone: one(['UTC', 'Europe/Berlin', 'Pacific/Apia'] as const), monthStart: 1 + upTo(28) };
          const data = { teamId, from: { timeZone: 'UTC', monthStart: 1 }, to };
          return { type: 'TeamCalendarChosen', stream: `team-${teamId}`, data };
        }
        const data = { teamId, from: 'exact', to: one(['exact', 'ignore-query', 'any-subdomain'] as const) } as const;
        return { type: 'TeamMatchingChosen', stream: `team-${teamId}`, data };
      }
      case 4:
        return joinedTeam(teamId, userId, permission());
      case 5: {
        const [from, to] = [permission(), permission()];
        return { type: 'MemberPermissionChanged', stream: `team-${teamId}`, data: { teamId, userId, from, to } };
      }
      case 6: {
        const invitationId = `i${upTo(30)}`;
        const invited = { email: `${userId}@example.com`, name: text(), permission: permission() };
        const data = { teamId, invitationId, ...invited, expiresAt: `${day()}T00:00:00.000Z` };
        return { type: 'MemberInvited', stream: `team-${teamId}`, data };
      }
      case 7:
        return { type: one(['MemberRemoved', 'MemberLeft']), stream: `team-${teamId}`, data: { teamId, userId } };
      default:
        if (random() < 0.9)
          return { type: 'PlanActivated', stream: `subscription-${userId}`, data: { userId, ...plan() } };
        if (random() < 0.5) return { type: 'AccountDeleted', stream: `user-${userId}`, data: { userId, heirs: [] } };
        return {
          ...{ type: 'TeamDeleted', stream: `team-${teamId}` },
          data: { teamId, ownerId: userId, memberIds: [user()], invitationIds: ['i1'] },
        };
    }
  };
  const ofWork = (): Unnumbered => {
    const [shareId, tokenId, campaignId, runId, batchId] = [share(), token(), campaign(), run(), run()];
    switch (upTo(10)) {
      case 0:
        return shareCreated(shareId, { scope: scope(), clientDomain: `host-${upTo(40)}.example`, emails: [text()] });
      case 1:
        return { type: 'ShareRevoked', stream: `share-${shareId}`, data: { shareId } };
      case 2:
        return {
          ...{ type: 'TokenCreated', stream: `token-${tokenId}` },
          data: {
            tokenId,
            userId: user(),
            name: text(),
            access: 'read',
            teamId: maybe(team()),
            expiresAt: maybe(day()),
          },
        };
      case 3:
        return {
          type: 'TokenRevoked',
          stream: `token-${tokenId}`,
          data: { tokenId, userId: user(), reason: 'revoked' },
        };
      case 4:
        return campaignCreated(campaignId, { name: text(), description: maybe(text()), scope: scope() });
      case 5: {
        const [from, to] = [scope(), scope()];
        return { type: 'CampaignMoved', stream: `campaign-${campaignId}`, data: { campaignId, from, to } };
      }
      case 6:
        return {
          type: 'StatusCheckStarted',
          stream: `statuscheck-${runId}`,
          data: { runId, scope: scope(), total: upTo(90) },
        };
      case 7: {
        const data = { runId, scope: scope(), outcome: one(['whole', 'broken-off'] as const), ...counts() };
        return { type: 'StatusCheckFinished', stream: `statuscheck-${runId}`, data };
      }
      case 8: {
        const order = { action: 'tag', add: [text()], remove: [] } as const;
        const data = { batchId, userId: user(), total: upTo(90), order, within: maybe(scope()) };
        return { type: 'BulkStarted', stream: `bulk-${batchId}`, data };
      }
      default: {
        const failures = [{ linkId: link(), message: text() }];
        return {
          type: 'BulkProgressed',
          stream: `bulk-${batchId}`,
          data: { batchId, done: upTo(90), failed: 1, failures },
        };
      }
    }
  };
  const ofSavedView = (): Unnumbered => {
    const viewId = view();
    const stream = `savedview-${viewId}`;
    switch (upTo(4)) {
      case 0:
      case 1: {
        const data = { viewId, name: text(), query: `status=${status()}&search=${text()}`, scope: scope() };
        return { type: 'SavedViewAdded', stream, data };
      }
      case 2: {
        const [name, moved] = [
          { from: text(), to: text() },
          { from: scope(), to: scope() },
        ];
        return { type: 'SavedViewEdited', stream, data: { viewId, changes: one([{ name }, { scope: moved }]) } };
      }
      default:
        return { type: 'SavedViewDeleted', stream, data: { viewId } };
    }
  };
  const ofImport = (): Unnumbered => {
    const importId = run();
    const stream = `import-${importId}`;
    switch (upTo(4)) {
      case 0:
        return { type: 'LinksImported', stream, data: { importId, linkIds: [link(), link()] } };
      case 1: {
        const data = { importId, imported: upTo(50), failed: upTo(5), duplicates: upTo(5) };
        return { type: 'ImportFinished', stream, data };
      }
      case 2:
        return { type: 'ImportUndone', stream, data: { importId } };
      default: {
        const fields = [one(['articleLink', 'clientLink']), maybe(text())];
        const mapping = { headerKey: `header${upTo(12)}`, fields, dateOrder: maybe('day-month-year') };
        return { type: 'ImportStarted', stream, data: { importId, scope: scope(), ...one([{ mapping }, {}]) } };
      }
    }
  };
  const ofOrder = (): Unnumbered => {
    const [orderId, userId] = [order(), user()];
    const money = { amount: upTo(10_000), currency: one(['USD', 'INR'] as const) };
    const stream = `order-${orderId}`;
    switch (upTo(5)) {
      case 0:
      case 1: {
        const provider = one(['paypal', 'razorpay'] as const);
        const price = { ...money, price: upTo(10_000), credit: upTo(100), creditOf: maybe(order()) };
        const data = { orderId, userId, provider, providerOrderId: orderId, ...price, ...plan() };
        return { type: 'PaymentStarted', stream, data };
      }
      case 2:
        return { type: 'PaymentCaptured', stream, data: { orderId, userId, paymentId: `p${orderId}`, ...money } };
      case 3: {
        const reason = one(['declined', 'abandoned', 'wrong-amount'] as const);
        return { type: 'PaymentFailed', stream, data: { orderId, userId, reason, paymentId: maybe('p') } };
      }
      default:
        return { type: 'PaymentRefunded', stream, data: { orderId, userId, refundId: randomUUID(), ...money } };
    }
  };
  const ofChannel = (): Unnumbered => {
    const channelId = `channel${upTo(5)}`;
    const stream = `channel-${channelId}`;
    const target = { channelId, name: text(), host: 'hooks.example', address: `https://hooks.example/${text()}` };
    switch (upTo(6)) {
      case 0:
      case 1: {
        const data = {
          ...target,
          teamId: `t${upTo(3)}`,
          kind: one(['webhook', 'slack'] as const),
          secret: maybe(text()),
        };
        return { type: 'ChannelAdded', stream, data };
      }
      case 2:
        return { type: 'ChannelChanged', stream, data: target };
      case 3: {
        const data = { channelId, secret: text(), formerUntil: maybe(`${day()}T00:00:00.000Z`) };
        return { type: 'ChannelSecretRotated', stream, data };
      }
      case 4:
        return {
          type: 'ChannelPaused',
          stream,
          data: { channelId, because: one(['failing', 'gone', 'person'] as const) },
        };
      default:
        return one([
          { type: 'ChannelResumed', stream, data: { channelId } },
          { type: 'ChannelRemoved', stream, data: { channelId } },
        ] as const);
    }
  };
  const ofRest = (): Unnumbered => {
    const [linkId, correctionId, userId] = [link(), correction(), user()];
    switch (upTo(9)) {
      case 0: {
        const data = { linkId, correctionId, claim: one(['live', 'removed', 'not-ours'] as const), note: text() };
        return { type: 'VerdictCorrected', stream: `check-${linkId}`, data: { ...data, since: day() } };
      }
      case 1:
        return { type: 'CorrectionUndone', stream: `check-${linkId}`, data: { linkId, correctionId } };
      case 2: {
        const data = { linkId, expirationDate: day(), daysLeft: one([7, 1] as const) };
        return { type: 'LinkExpiryNoticed', stream: `notice-${linkId}`, data };
      }
      case 3: {
        const data = { day: day(), count: made, position: made, hash: `${upTo(1_000)}`, timestamp: maybe('token') };
        return { type: 'LogSealed', stream: 'seal-log', data };
      }
      case 4: {
        const owner = scope();
        const templates = [{ id: 't1', name: text(), terms: { ...NO_TERMS, visible: upTo(2) === 0 } }];
        return { type: 'TermsTemplatesSet', stream: `termstemplates-${owner}`, data: { scope: owner, templates } };
      }
      case 5: {
        const owner = scope();
        const list = { scope: owner, ownerId: owner.slice(5) };
        const texts = { name: text(), accent: null, senderName: text(), footer: text() };
        const logo = upTo(2) === 0 ? null : { hash: `${upTo(5)}`.repeat(64), width: 60, height: 20 };
        if (upTo(4) === 0) return { type: 'BrandRemoved', stream: `brand-${owner}`, data: { scope: owner } };
        return { type: 'BrandChanged', stream: `brand-${owner}`, data: { ...list, ...texts, logo } };
      }
      case 6: {
        const owner = scope();
        const rules = defaultRules({ ...DEFAULT_SETTINGS, expiringLinkAlerts: upTo(2) === 0 });
        return { type: 'AlertRulesSet', stream: `alertrules-${owner}`, data: { scope: owner, rules } };
      }
      case 7: {
        const data = { incidentId: `i${made}`, scope: scope(), kind: one(['lost', 'unclear'] as const), site: text() };
        return { type: 'IncidentAcknowledged', stream: `incident-i${made}`, data: { ...data, count: upTo(90) } };
      }
      default: {
        const period = { paidFrom: `${day()}T00:00:00.000Z`, paidUntil: `${day()}T00:00:00.000Z`, value: upTo(10_000) };
        const data = { userId, orderId: order(), ...period, ...plan() };
        return { type: 'PlanPaid', stream: `subscription-${userId}`, data };
      }
    }
  };
  const others = [ofSavedView, ofImport, ofOrder, ofChannel, ofRest];

  const events = new EventBuilder();
  let now = Date.UTC(2026, 0, 1);
  for (; made < count; made += 1) {
    // Most of what happens happens to links; now and then nothing happens for days.
    const chance = random();
    const make = chance < 0.65 ? ofLink : chance < 0.8 ? ofPeople : chance < 0.9 ? ofWork : one(others);
    const event = make();
    now += random() < 0.02 ? upTo(5 * 86_400_000) : upTo(60_000);
    events.add(event, { actor: user(), at: new Date(now).toISOString() });
  }
  return events.all.map((event) => ({ ...event, id: randomUUID() }));
}
