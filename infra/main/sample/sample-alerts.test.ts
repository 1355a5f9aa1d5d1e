/** The ninety days of the sample with a clock that runs: the alert rules send what a rehearsal afterwards says. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { ALL, NEXT } from '../../../command-service/alert-rules/rule-progress.ts';
import { applyAlertRules } from '../../../command-service/alert-rules/run-alert-rules.ts';
import type { ChannelMessage } from '../../../command-service/channels/channel-message.ts';
import { readerIn } from '../../../command-service/contract/languages.ts';
import type { Scope } from '../../../command-service/contract/scope.ts';
import { EVERYBODY, WAITING } from '../../../command-service/mail/alert-mail-progress.ts';
import { sendAlertMails } from '../../../command-service/mail/rounds/send-alert-mails.ts';
import { type AlertRule, defaultRules } from '../../../command-service/model/alert-rule/events.ts';
import { DEFAULT_SETTINGS } from '../../../command-service/model/user/events.ts';
import { alertMails } from '../../../command-service/reactors/alert-mails.ts';
import { UnsubscribeLinks } from '../../../command-service/unsubscribe/unsubscribe-links.ts';
import { readNews } from '../../../projections/alerts/rules/alert-news.ts';
import { messageTitle, ruleTexts } from '../../../projections/alerts/rules/message-titles.ts';
import { rehearse } from '../../../projections/alerts/rules/rehearse.ts';
import { readViewer } from '../../../projections/alerts/rules/rule-match.ts';
import { Tables } from '../../../projections/as-of/tables.ts';
import { commitEvents } from '../../../projections/runner/commit.ts';
import type { Recorded } from '../../../projections/view.ts';
import { alerts } from '../../../projections/views/links/alerts.ts';
import { clients } from '../../../projections/views/links/clients.ts';
import { links } from '../../../projections/views/links/links.ts';
import { alertRules } from '../../../projections/views/people/alert-rules.ts';
import { memberships } from '../../../projections/views/people/memberships.ts';
import { teams } from '../../../projections/views/people/teams.ts';
import { users } from '../../../projections/views/people/users.ts';
import { openDurableStores } from '../../engines/embedded/stores/durable-stores.ts';
import type { Mail } from '../../ports/process/mailer.ts';
import { recordingLog } from '../../testing/event-builder.ts';
import { readsOf, tellStory } from './sample-world.ts';

const NOW = new Date('2026-11-28T11:00:00.000Z');
const TICK_MS = 30_000;
const VIEWS = [alerts, links, memberships, users, teams, alertRules, clients];

const BASE: AlertRule = {
  ...{ id: 'at-once', kinds: ['lost', 'unclear'], deviations: [], warnings: [], where: { kind: 'everything' } },
  ...{ to: { kind: 'channel', id: 'c1' }, when: { pace: 'at-once', hour: 9, weekday: 1, quiet: null } },
  ...{ group: 'incident', on: true },
};
const KINDS = ['lost', 'not-found', 'live', 'unclear', 'warned', 'deviates', 'expires', 'unchecked'] as const;
const RULES: readonly AlertRule[] = [
  BASE,
  { ...BASE, id: 'night', when: { ...BASE.when, quiet: { from: 18, to: 8 } }, kinds: ['lost', 'live'] },
  { ...BASE, id: 'hourly', when: { ...BASE.when, pace: 'hourly' }, kinds: KINDS, group: 'list' },
  { ...BASE, id: 'daily', when: { ...BASE.when, pace: 'daily' }, kinds: KINDS, group: 'client' },
  { ...BASE, id: 'weekly', when: { ...BASE.when, pace: 'weekly' }, kinds: KINDS },
];

test('what the rounds send in ninety days is what the rehearsal says', async (t) => {
  const { ownerId, teamId, events } = await tellStory(NOW);
  const scope = `team:${teamId}` as const;
  // Rounds leave out links that are deleted or corrected later; a rehearsal does not know when.
  const odd = new Set(
    events.flatMap(({ type, data }) => (type === 'LinkTrashed' || type === 'VerdictCorrected' ? data.linkId : [])),
  );
  const kept = events.filter(({ data }) => !('linkId' in data && odd.has(data.linkId)));
  const founded = kept.findIndex(({ type }) => type === 'LinkAdded');
  const { metadata } = kept[founded]!;
  const set = { type: 'AlertRulesSet', stream: `alertrules-${scope}`, data: { scope, rules: RULES } } as const;
  const all = [
    ...[...kept.slice(0, founded), { ...set, id: 'set', revision: 0, position: 0, metadata }],
    ...kept.slice(founded),
  ].map((event, index): Recorded => ({ ...event, position: index + 1 }));

  let clock = new Date(metadata.at);
  const now = () => clock;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sample-alerts-'));
  const durable = openDurableStores(path.join(folder, 'durable.db'), now);
  t.teardown(() => {
    durable.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const logger = recordingLog();
  const tables = new Tables();
  let head = 0;
  const reads = readsOf(tables, () => head);
  const sent: ChannelMessage[] = [];
  const mailed: { readonly to: string; readonly at: number }[] = [];
  const add = async ({ to }: Mail, { mark = 0 }) => {
    mailed.push({ to, at: clock.getTime() });
    return mark;
  };
  const deps = {
    ...{
      reads,
      ...durable,
      logger,
      now,
      unsubscribing: new UnsubscribeLinks('a secret', 'https://links.example'),
      publicUrl: 'https://links.example',
      clock: { trusted: now },
    },
    ...{
      outbox: { add },
      channels: { enqueue: async (_: string, message: ChannelMessage) => void sent.push(message) },
    },
  };
  const { signal } = new AbortController();
  const reactor = alertMails(deps);
  const round = async () => {
    await applyAlertRules(deps, signal);
    await sendAlertMails(deps, signal);
  };
  for (const [tick, batch] of [
    ...Map.groupBy(all, ({ metadata: { at } }) => tickAfter(at)),
    [NOW.getTime(), []] as const,
  ]) {
    // The rounds until then in which something can be due.
    for (;;) {
      const isWaiting = (await durable.state.listOf(WAITING, EVERYBODY)).length > 0;
      const due = (await durable.state.listOf<string>(NEXT, ALL)).map(({ value }) => tickAfter(value));
      const next = Math.min(...due, isWaiting ? clock.getTime() + TICK_MS : Number.POSITIVE_INFINITY);
      if (next >= tick) break;
      clock = new Date(next);
      await round();
    }
    clock = new Date(tick);
    for (const view of VIEWS) await commitEvents(view, { reads: tables, logger }, head, batch);
    head = batch.at(-1)?.position ?? head;
    await reactor.beforeBatch?.(batch, signal);
    await round();
  }

  const news = await readNews(reads, [scope], { after: 0, since: '', limit: 100_000 });
  const texts = ruleTexts(readerIn('en'));
  const rehearsed = async (of: Scope, rule: AlertRule) => {
    const viewer = await readViewer(reads, of, rule);
    return viewer === null ? [] : rehearse(rule, news, viewer, 'UTC', NOW);
  };
  for (const rule of RULES) {
    const planned = await rehearsed(scope, rule);
    t.true(planned.length > 5, rule.id);
    t.deepEqual(
      sent.filter(({ id }) => id.startsWith(`${rule.id}-`)).map(({ at, kind, title }) => `${at} ${kind}: ${title}`),
      planned.map(
        (message) => `${new Date(message.at).toISOString()} ${message.kind}: ${messageTitle(message, texts)}`,
      ),
    );
  }
  const [usual] = defaultRules(DEFAULT_SETTINGS);
  const owner = await reads.get(users, ownerId);
  const planned = usual === undefined ? [] : await rehearsed(`user:${ownerId}`, usual);
  t.true(planned.length > 10);
  t.deepEqual(
    mailed.filter(({ to }) => to === owner?.email).map(({ at }) => at),
    planned.map(({ at }) => tickAfter(at)),
  );
  t.deepEqual(logger.lines, []);
});

const tickAfter = (at: string | number) => Math.ceil(new Date(at).getTime() / TICK_MS) * TICK_MS;
