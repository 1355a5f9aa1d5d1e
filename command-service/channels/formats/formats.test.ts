import test from 'ava';
import { Webhook } from 'standardwebhooks';
import type { WebhookMessage } from '../../../query-service/contract/answers/channels.ts';
import type { Channel } from '../../model/channel/decider.ts';
import { CHANNEL_KINDS, type ChannelKind } from '../../model/channel/events.ts';
import type { ChannelMessage } from '../channel-message.ts';
import { FORMATS } from './all-formats.ts';
import { bodyOf, cut, quoted } from './format.ts';

const item = (n: number, text = 'removed') => ({
  ...{ title: `page ${n}`, text, url: `https://ours.example/links/${n}`, linkId: `l${n}` },
  ...{ articleLink: `https://a.example/${n}`, clientLink: 'https://c.example/', event: 'LinkStatusChanged' },
});
const group = (title: string, items: readonly ReturnType<typeof item>[], count = items.length) => ({
  ...{ title, url: 'https://ours.example/?q=1', count, incidentId: null, items },
});
const message = (fields: Partial<ChannelMessage> = {}): ChannelMessage => ({
  ...{ id: 'm1', kind: 'alerts', at: '2030-01-02T03:04:05.000Z', position: 7, language: 'en' },
  ...{ title: '14 links on northbank.example were removed', url: 'https://ours.example/alerts' },
  groups: [group('northbank.example', [item(1), item(2)], 14)],
  ...fields,
});
const body = (kind: ChannelKind, fields: Partial<ChannelMessage> = {}) => bodyOf(FORMATS[kind], message(fields));
const channel: Omit<Channel, 'secret'> = {
  ...{ teamId: 't1', kind: 'webhook', name: 'Ops', host: 'x.example', address: 'https://x.example/a' },
  ...{ former: null, pausedBecause: null },
};

test('a webhook gets the whole message as JSON', (t) => {
  const sent: WebhookMessage = JSON.parse(body('webhook'));
  t.deepEqual(sent, {
    type: 'linkledger.alerts',
    timestamp: '2030-01-02T03:04:05.000Z',
    data: {
      ...{ title: '14 links on northbank.example were removed', url: 'https://ours.example/alerts', position: 7 },
      ...{ groups: [group('northbank.example', [item(1), item(2)], 14)], moreGroups: 0 },
    },
  });
});

test('a webhook is signed by Standard Webhooks, during a rotation with both secrets', (t) => {
  const [old, next] = ['whsec_b2xkb2xkb2xkb2xkb2xkb2xk', 'whsec_bmV3bmV3bmV3bmV3bmV3bmV3'];
  const at = new Date();
  const request = (until: string) =>
    FORMATS.webhook.request?.({ ...channel, secret: next, former: { secret: old, until } }, '{}', { id: 'msg_1', at });
  const verified = (secret: string, { headers, hidden }: ReturnType<typeof request> = {}) => {
    try {
      return new Webhook(secret).verify('{}', { ...headers, ...hidden }) !== undefined;
    } catch {
      return false;
    }
  };
  const [during, after] = [new Date(at.getTime() + 1), new Date(at.getTime() - 1)].map((each) =>
    request(each.toISOString()),
  );
  t.deepEqual([verified(next, during), verified(old, during)], [true, true]);
  t.deepEqual([verified(next, after), verified(old, after)], [true, false]);
});

test('Slack, Teams, Apprise and ntfy get the title, the groups, and a link to all', (t) => {
  const slack = JSON.parse(body('slack'));
  t.is(slack.text, '14 links on northbank.example were removed');
  t.like(slack.attachments[0], {
    title: 'northbank.example',
    text: '• removed\n• removed\n• and 12 more',
  });
  t.like(slack.attachments[1], { title: 'Open in Linkledger', title_link: 'https://ours.example/alerts' });
  const [{ contentType, content }] = JSON.parse(body('teams')).attachments;
  t.is(contentType, 'application/vnd.microsoft.card.adaptive');
  t.like(content, { type: 'AdaptiveCard', version: '1.4' });
  t.deepEqual(
    content.body.map((each: { type: string }) => each.type),
    ['TextBlock', 'Container'],
  );
  t.like(content.actions[0], { type: 'Action.OpenUrl', url: 'https://ours.example/alerts' });
  const apprise = JSON.parse(body('apprise', { language: 'de' }));
  t.like(apprise, { type: 'warning', format: 'text' });
  t.is(apprise.body, 'northbank.example\n• removed\n• removed\n• und 12 weitere\n\nhttps://ours.example/alerts');
  t.like(JSON.parse(body('ntfy')), { click: 'https://ours.example/alerts', title: slack.text });
});

test('a message with one group says its title once', (t) => {
  const { title } = message();
  const one = { groups: [group(title, [item(1)])] };
  t.is(JSON.parse(body('slack', one)).attachments[0].title, undefined);
  t.is(JSON.parse(body('ntfy', one)).message, '• removed');
  t.is(body('teams', one).split(`"text":"${title}"`).length, 2);
  const without = { groups: [group(title, [])] };
  t.is(JSON.parse(body('slack', without)).attachments.length, 1);
  t.is(JSON.parse(body('teams', without)).attachments[0].content.body.length, 1);
});

test('the topic of ntfy goes from the address into the body, and the token into a header', (t) => {
  const address = 'https://ntfy.example/Secret-Topic_1';
  const request = FORMATS.ntfy.request?.({ ...channel, kind: 'ntfy', address, secret: 'tk_1' }, body('ntfy'), {
    ...{ id: 'msg_1', at: new Date() },
  });
  t.is(request?.url, 'https://ntfy.example/');
  t.is(JSON.parse(request?.body ?? '').topic, 'Secret-Topic_1');
  t.deepEqual(request?.hidden, { authorization: 'Bearer tk_1' });
  t.notRegex(body('ntfy'), /topic/i);
});

test('an address must fit its receiver', (t) => {
  const problem = (kind: ChannelKind, address: string) => FORMATS[kind].addressProblem?.(new URL(address)) ?? null;
  t.regex(problem('ntfy', 'https://ntfy.sh/') ?? '', /end with the topic/);
  t.regex(problem('ntfy', 'https://ntfy.sh/a?auth=abc') ?? '', /a token has a field of its own/);
  for (const wrong of ['my.topic', 'caf%C3%A9'])
    t.regex(problem('ntfy', `https://ntfy.sh/${wrong}`) ?? '', /the topic/);
  t.is(problem('ntfy', 'https://ntfy.sh/a'), null);
  t.regex(problem('apprise', 'https://apprise.example/') ?? '', /\/notify\//);
  t.is(problem('apprise', 'https://apprise.example/sub/notify/key'), null);
});

test('a text from a page is never markup, a mention or a link', (t) => {
  for (const [text, shown] of [
    ['<!channel> <@U1>', '‹!channel› ‹@\u200BU1›'],
    ['<https://evil.example|northbank>', '‹https:/\u200B/evil.example|northbank›'],
    ['[safe](https://evil.example)', '[safe]\u200B(https:/\u200B/evil.example)'],
    ['@everyone @here', '@\u200Beveryone @\u200Bhere'],
    ['www.evil.example', 'www\u200B.evil.example'],
    ['a\nb\u202Ec\u0000', 'a b c'],
    ['<script>', '‹script›'],
  ] as const) {
    t.is(quoted(text), shown);
    for (const kind of CHANNEL_KINDS) {
      if (kind === 'webhook') continue;
      const sent = body(kind, { title: text, groups: [group(text, [item(1, text)])] });
      t.notRegex(sent, /<|@(everyone|here|U1)|\]\(|www\.evil|\/\/evil/, `${kind}: ${sent}`);
    }
  }
});

test('a text is cut at 300 characters', (t) => {
  t.is([...cut('🍵'.repeat(400))].length, 300);
  t.true(cut('x'.repeat(301)).endsWith('…'));
  t.is(cut('x'.repeat(300)), 'x'.repeat(300));
});

test('the largest message fits every receiver, and says what is left out', (t) => {
  const url = `https://a.example/${'x'.repeat(2_000)}`;
  const long = (n: number) => ({ ...item(n, '🍵'.repeat(400)), url, articleLink: url, clientLink: url });
  const groups = Array.from({ length: 5_000 }, (_, n) => ({
    ...group('🍵'.repeat(400), n < 20 ? [long(n)] : [], 4),
    url,
  }));
  for (const kind of CHANNEL_KINDS) {
    const sent = body(kind, { groups, url, title: 'x'.repeat(10_000) });
    t.true(Buffer.byteLength(sent) <= FORMATS[kind].maxBytes, `${kind}: ${Buffer.byteLength(sent)}`);
    t.is(sent, body(kind, { groups, url, title: 'x'.repeat(10_000) }), 'a body is repeatable');
    if (kind !== 'webhook') t.regex(sent, /[45],\d{3} more groups in Linkledger/);
    else t.true((JSON.parse(sent) as WebhookMessage).data.moreGroups > 4_900);
  }
});
