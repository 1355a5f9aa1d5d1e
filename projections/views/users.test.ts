import test from 'ava';
import { documentAfter, Events, userRegistered } from '../scenario.ts';
import { users } from './users.ts';

test('a person is what they said of themselves last', (t) => {
  const events = new Events();
  events.add(userRegistered('ann', { firstName: 'Ann' }));
  events.add({
    type: 'ProfileEdited',
    stream: 'user-ann',
    data: { userId: 'ann', lastName: 'Lee', company: 'Lee & Co' },
  });
  events.add({ type: 'ProfileEdited', stream: 'user-ann', data: { userId: 'ann', company: '' } });
  t.deepEqual(documentAfter(users, 'ann', events.all), {
    id: 'ann',
    email: 'ann@example.com',
    firstName: 'Ann',
    lastName: 'Lee',
    company: '',
    registeredAt: '2026-03-01T10:00:00.000Z',
  });
});

test('an edit of a person who was never registered makes no person', (t) => {
  const events = new Events();
  events.add({ type: 'ProfileEdited', stream: 'user-bob', data: { userId: 'bob', lastName: 'Ray' } });
  t.is(documentAfter(users, 'bob', events.all), null);
});
