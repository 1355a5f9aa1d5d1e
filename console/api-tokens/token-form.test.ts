import test from 'ava';
import { bodyOf, initialToken, validate } from './token-form.ts';

const NOW = Date.parse('2027-01-01T00:00:00Z');

test('a new token is read-only and ends in 90 days by default', (t) => {
  t.deepEqual(bodyOf({ ...initialToken, name: 'Report' }, NOW), {
    name: 'Report',
    access: 'read',
    teamId: null,
    money: false,
    expiresAt: '2027-04-01T00:00:00.000Z',
  });
  t.like(bodyOf({ name: 'Import', access: 'write', money: true, scope: 't1', expires: '' }, NOW), {
    access: 'write',
    teamId: 't1',
    money: true,
    expiresAt: null,
  });
});

test('a token needs a name of at most a hundred characters', (t) => {
  t.deepEqual(validate({ ...initialToken, name: '  ' }), { name: 'Name is required' });
  t.deepEqual(validate({ ...initialToken, name: 'x'.repeat(101) }), { name: 'Name must be at most 100 characters' });
  t.deepEqual(validate({ ...initialToken, name: 'Report' }), {});
});
