import test from 'ava';
import { memoryLog } from '../../infra/testing/apps/memory-engine.ts';
import { EventBuilder, reportDefined, userRegistered, writeAll } from '../../infra/testing/event-builder.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { AlertRule } from '../model/alert-rule/events.ts';
import { findMails } from './find-mails.ts';
import type { MailSetting, UnsubscribeSubject } from './unsubscribe-links.ts';

const zoe: UnsubscribeSubject = { kind: 'report', reportId: 'r1', recipientId: 'zoe' };
const settingOf = (setting: MailSetting): UnsubscribeSubject => ({ kind: 'setting', userId: 'ann', setting });

async function world() {
  const store = memoryLog<LinkledgerEvent>();
  const events = new EventBuilder();
  const given = (...all: Parameters<EventBuilder['add']>[0][]) =>
    writeAll(
      store,
      all.map((event) => events.add(event)),
    );
  const onReport = (type: 'ReportRecipientRemoved' | 'ReportRecipientAdded') => ({
    ...{ type, stream: 'report-r1' },
    data: { reportId: 'r1', recipientId: 'zoe', email: 'zoe@client.example' },
  });
  await given(userRegistered('ann'), reportDefined('r1', { name: 'Tea', language: 'de' }));
  await given(onReport('ReportRecipientAdded') as never);
  const actors: string[] = [];
  const find = (subject: UnsubscribeSubject) => findMails(store, subject);
  return {
    given,
    actors,
    leave: () => given(onReport('ReportRecipientRemoved') as never),
    find,
    async turn(subject: UnsubscribeSubject, isOn: boolean) {
      const mails = await find(subject);
      const actor = mails?.actor ?? '';
      actors.push(actor);
      await mails?.turn(isOn, { actor, correlationId: 'c', causationId: 'c', at: '2026-03-10T12:00:00.000Z' });
    },
    newest: async (stream: string) => (await store.read(stream)).events.at(-1),
    head: () => store.head(),
  };
}

test('a recipient leaves a report and comes back, and the log names only their id', async (t) => {
  const { find, turn, newest, head, actors } = await world();
  t.like(await find(zoe), { isOn: true, language: 'de', about: 'report', name: 'Tea' });
  await turn(zoe, false);
  t.like(await newest('report-r1'), { type: 'ReportRecipientLeft', data: { reportId: 'r1', recipientId: 'zoe' } });
  t.is((await find(zoe))?.isOn, false);
  const before = await head();
  await turn(zoe, false);
  t.is(await head(), before, 'a repetition changes nothing');
  await turn(zoe, true);
  t.is((await find(zoe))?.isOn, true);
  t.deepEqual(new Set(actors), new Set(['system']));
});

test('a setting is switched as in Settings', async (t) => {
  const { find, turn, newest, actors } = await world();
  t.like(await find(settingOf('emailNotifications')), { isOn: true, about: 'emailNotifications', language: null });
  await turn(settingOf('emailNotifications'), false);
  t.like(await newest('user-ann'), { type: 'SettingsChanged', data: { userId: 'ann', emailNotifications: false } });
  for (const setting of ['weeklyReport', 'sealMails'] as const) {
    t.is((await find(settingOf(setting)))?.isOn, false, setting);
    await turn(settingOf(setting), true);
    t.is((await find(settingOf(setting)))?.isOn, true, setting);
  }
  t.deepEqual(new Set(actors), new Set(['ann']));
});

test('the mails of a rule of one’s own end and come back by its switch', async (t) => {
  const { find, given, turn, newest } = await world();
  const rule: AlertRule = {
    ...{ id: 'r1', kinds: ['lost'], deviations: [], warnings: [], where: { kind: 'everything' }, to: { kind: 'me' } },
    ...{ when: { pace: 'at-once', hour: 8, weekday: 1, quiet: null }, group: 'incident', on: true },
  };
  const own: UnsubscribeSubject = { kind: 'rule', userId: 'ann', ruleId: 'r1' };
  t.is(await find(own), null);
  const scope = 'user:ann';
  await given({
    type: 'AlertRulesSet',
    stream: 'alertrules-user:ann',
    data: { scope, rules: [rule, { ...rule, id: 'r2' }] },
  });
  t.like(await find(own), { isOn: true, language: null, about: 'rule', name: 'links removed: at once' });
  await turn(own, false);
  t.like(await newest('alertrules-user:ann'), {
    data: {
      rules: [
        { ...rule, on: false },
        { id: 'r2', on: true },
      ],
    },
  });
  t.is((await find(own))?.isOn, false);
  await turn(own, true);
  t.is((await find(own))?.isOn, true);
  t.is(await find({ ...own, ruleId: 'gone' }), null);
});

test('a removed recipient, a deleted report and a deleted account get no more mails', async (t) => {
  const { find, given, leave } = await world();
  await leave();
  t.is(await find(zoe), null);
  t.is(await find({ ...zoe, reportId: 'unknown' }), null);
  t.not(await find(settingOf('sealMails')), null);
  const data = { userId: 'ann', heirs: [] };
  await given({ type: 'AccountDeleted', stream: 'user-ann', data } as never);
  t.is(await find(settingOf('sealMails')), null);
});
