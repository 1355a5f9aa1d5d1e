import test from 'ava';
import { givenWhenThen } from '../../testing/given-when-then.ts';
import { channel } from './decider.ts';
import type { ChannelEvent, ChannelKind } from './events.ts';

const scenario = givenWhenThen(channel);
const channelId = 'c1';
const address = 'https://hooks.example/a/secret';
const add = (kind: ChannelKind, secret: string | null = null) =>
  ({ channelId, teamId: 't1', name: 'Ops', kind, address, secret }) as const;
const added = (kind: ChannelKind, secret: string | null = null): ChannelEvent => ({
  type: 'ChannelAdded',
  data: { ...add(kind, secret), host: 'hooks.example' },
});
const changed = (fields: { name?: string; host?: string; address?: string }): ChannelEvent => ({
  type: 'ChannelChanged',
  data: { channelId, name: 'Ops', host: 'hooks.example', address, ...fields },
});
const paused = (because: 'failing' | 'gone' | 'person'): ChannelEvent => ({
  type: 'ChannelPaused',
  data: { channelId, because },
});
const resumed: ChannelEvent = { type: 'ChannelResumed', data: { channelId } };
const removed: ChannelEvent = { type: 'ChannelRemoved', data: { channelId } };
const rotated = (secret: string | null, formerUntil: string | null = null): ChannelEvent => ({
  type: 'ChannelSecretRotated',
  data: { channelId, secret, formerUntil },
});
const edit = { type: 'EditChannel', channelId } as const;

test('a channel is added once, with the host of its address', (t) => {
  const command = { type: 'AddChannel', ...add('slack') } as const;
  scenario(t).given().when(command).yields(added('slack'));
  scenario(t).given(added('slack')).when(command).yields();
  const other = { ...command, address: 'http://10.0.0.1:8080/x' };
  const data = { ...add('slack'), address: other.address, host: '10.0.0.1:8080' };
  scenario(t).given().when(other).yields({ type: 'ChannelAdded', data });
});

test('an edit changes only what it names', (t) => {
  scenario(t).given(added('slack')).when(edit).yields();
  scenario(t)
    .given(added('slack'))
    .when({ ...edit, name: 'Ops', address })
    .yields();
  scenario(t)
    .given(added('slack'))
    .when({ ...edit, name: 'Dev' })
    .yields(changed({ name: 'Dev' }));
  const moved = { address: 'https://other.example/b', host: 'other.example' };
  scenario(t)
    .given(added('slack'))
    .when({ ...edit, address: moved.address })
    .yields(changed(moved));
});

test('a person pauses and resumes a channel, whatever paused it', (t) => {
  scenario(t)
    .given(added('slack'))
    .when({ ...edit, paused: true })
    .yields(paused('person'));
  scenario(t)
    .given(added('slack'), paused('failing'))
    .when({ ...edit, paused: true })
    .yields();
  scenario(t)
    .given(added('slack'), paused('failing'))
    .when({ ...edit, paused: false })
    .yields(resumed);
  scenario(t)
    .given(added('slack'))
    .when({ ...edit, paused: false })
    .yields();
});

test('a channel is paused once', (t) => {
  const command = { type: 'PauseChannel', channelId, because: 'failing' } as const;
  scenario(t).given(added('slack')).when(command).yields(paused('failing'));
  scenario(t).given(added('slack'), paused('person')).when(command).yields();
  scenario(t).given(added('slack'), paused('person'), resumed).when(command).yields(paused('failing'));
});

test('only a webhook has a secret that is replaced', (t) => {
  const command = { type: 'RotateSecret', channelId, secret: 'new', formerUntil: '2030-01-02T00:00:00.000Z' } as const;
  scenario(t).given(added('webhook', 'old')).when(command).yields(rotated('new', '2030-01-02T00:00:00.000Z'));
  scenario(t).given(added('slack')).when(command).refused('no-secret');
});

test('the former secret of a webhook is known until its end', (t) => {
  const until = '2030-01-02T00:00:00.000Z';
  const state = [added('webhook', 'old'), rotated('new', until)].reduce(channel.evolve, channel.initialState);
  t.like(state, { secret: 'new', former: { secret: 'old', until } });
});

test('the token of an ntfy topic stays with its host, and never leaves https', (t) => {
  const topic = added('ntfy', 'tk_a');
  const path = { address: 'https://hooks.example/other' };
  scenario(t)
    .given(topic)
    .when({ ...edit, ...path })
    .yields(changed(path));
  const moved = { address: 'https://evil.example/a', host: 'evil.example' };
  scenario(t)
    .given(topic)
    .when({ ...edit, address: moved.address })
    .yields(changed(moved), rotated(null));
  const open = { address: 'http://hooks.example/a' };
  scenario(t)
    .given(topic)
    .when({ ...edit, ...open })
    .yields(changed(open), rotated(null));
  scenario(t)
    .given(topic)
    .when({ ...edit, address: moved.address, token: 'tk_b' })
    .yields(changed(moved), rotated('tk_b'));
  scenario(t)
    .given(topic)
    .when({ ...edit, token: null })
    .yields(rotated(null));
});

test('a removed channel accepts no command, and is removed once', (t) => {
  const remove = { type: 'RemoveChannel', channelId } as const;
  scenario(t).given(added('slack')).when(remove).yields(removed);
  scenario(t).given(added('slack'), removed).when(remove).yields();
  scenario(t)
    .given(added('slack'), removed)
    .when({ ...edit, name: 'Dev' })
    .refused('not-found');
});
