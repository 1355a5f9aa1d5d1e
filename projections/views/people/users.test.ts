import test from 'ava';
import { DEFAULT_SETTINGS } from '../../../command-service/model/user/events.ts';
import { documentAfter, EventBuilder, userRegistered } from '../../../infra/testing/event-builder.ts';
import { users } from './users.ts';

const stream = 'user-ann';

test('a profile has the latest fields', (t) => {
  const events = new EventBuilder();
  events.add(userRegistered('ann', { firstName: 'Ann' }));
  events.add({ type: 'ProfileEdited', stream, data: { userId: 'ann', lastName: 'Lee', company: 'Lee & Co' } });
  events.add({ type: 'ProfileEdited', stream, data: { userId: 'ann', company: '' } });
  t.deepEqual(documentAfter(users, 'ann', events.all), {
    id: 'ann',
    email: 'ann@example.com',
    formerEmails: [],
    firstName: 'Ann',
    lastName: 'Lee',
    company: '',
    registeredAt: '2026-03-01T10:00:00.000Z',
    identities: [{ provider: 'email', hash: null, label: 'ann@example.com' }],
    photo: null,
    settings: DEFAULT_SETTINGS,
    deletedAt: null,
  });
});

test('photo and settings have the latest values', (t) => {
  const events = new EventBuilder();
  const photo = { hash: 'ab', type: 'image/png', bytes: 70 } as const;
  events.add(userRegistered('ann'));
  events.add({ type: 'PhotoChanged', stream, data: { userId: 'ann', photo } });
  events.add({ type: 'SettingsChanged', stream, data: { userId: 'ann', retryCount: 0, checkFrequency: 'daily' } });
  events.add({ type: 'SettingsChanged', stream, data: { userId: 'ann', checkFrequency: null } });
  const doc = documentAfter(users, 'ann', events.all);
  t.deepEqual(doc?.photo, photo);
  t.deepEqual(doc?.settings, { ...DEFAULT_SETTINGS, retryCount: 0 });
});

test("sign-in methods can be linked and unlinked; linking an old registration's address adds its hash", (t) => {
  const events = new EventBuilder();
  const google = { provider: 'google', hash: 'h2', label: 'ann@gmail.example' } as const;
  const email = { provider: 'email', hash: 'h1', label: 'Ann@Example.com' } as const;
  const identities = () => documentAfter(users, 'ann', events.all)?.identities;
  events.add(userRegistered('ann'));
  events.add({ type: 'IdentityLinked', stream, data: { userId: 'ann', ...google } });
  t.deepEqual(identities(), [{ provider: 'email', hash: null, label: 'ann@example.com' }, google]);
  events.add({ type: 'IdentityLinked', stream, data: { userId: 'ann', ...email } });
  t.deepEqual(identities(), [google, email]);
  events.add({ type: 'IdentityUnlinked', stream, data: { userId: 'ann', provider: 'google', hash: 'h2' } });
  t.deepEqual(identities(), [email]);
});

test('a registration without a provider has only the identity linked with it', (t) => {
  const events = new EventBuilder();
  const google = { provider: 'google', hash: 'h2', label: 'ann@gmail.example' } as const;
  const { data } = userRegistered('ann');
  events.add({ type: 'UserRegistered', stream, data: { ...data, provider: 'google' } });
  events.add({ type: 'IdentityLinked', stream, data: { userId: 'ann', ...google } });
  t.deepEqual(documentAfter(users, 'ann', events.all)?.identities, [google]);
});

test('a deleted account keeps only its id and the time of deletion', (t) => {
  const events = new EventBuilder();
  events.add(userRegistered('ann', { firstName: 'Ann' }));
  events.add({
    type: 'PhotoChanged',
    stream,
    data: { userId: 'ann', photo: { hash: 'a', type: 'image/gif', bytes: 9 } },
  });
  events.add(
    { type: 'AccountDeleted', stream, data: { userId: 'ann', heirs: [] } },
    { at: '2026-04-01T10:00:00.000Z' },
  );
  events.add({ type: 'ProfileEdited', stream, data: { userId: 'ann', lastName: 'Lee' } });
  t.deepEqual(documentAfter(users, 'ann', events.all), {
    id: 'ann',
    email: '',
    formerEmails: [],
    firstName: '',
    lastName: '',
    company: '',
    registeredAt: '',
    identities: [],
    photo: null,
    settings: DEFAULT_SETTINGS,
    deletedAt: '2026-04-01T10:00:00.000Z',
  });
});

test('an edit without a registration creates no person', (t) => {
  const events = new EventBuilder();
  events.add({ type: 'ProfileEdited', stream: 'user-bob', data: { userId: 'bob', lastName: 'Ray' } });
  t.is(documentAfter(users, 'bob', events.all), null);
});

test('another email address replaces the former one, which stays in the profile', (t) => {
  const events = new EventBuilder();
  const [from, email] = ['ann@example.com', 'lee@example.com'];
  const linked = { provider: 'email', hash: 'h3', label: email } as const;
  events.add(userRegistered('ann'));
  events.add({ type: 'IdentityLinked', stream, data: { userId: 'ann', ...linked } });
  events.add({ type: 'EmailChanged', stream, data: { userId: 'ann', from, email } });
  events.add({ type: 'IdentityUnlinked', stream, data: { userId: 'ann', provider: 'email', hash: 'h1' } });
  const doc = documentAfter(users, 'ann', events.all);
  t.is(doc?.email, email);
  t.deepEqual(doc?.formerEmails, [from]);
  t.deepEqual(doc?.identities, [linked]);
  events.add({ type: 'AccountDeleted', stream, data: { userId: 'ann', heirs: [] } });
  t.deepEqual(documentAfter(users, 'ann', events.all)?.formerEmails, []);
});
