import test from 'ava';
import fc from 'fast-check';
import { DomainError } from '../../core/errors.ts';
import type { IdentityCommand } from './commands.ts';
import { decide, emailIdentity, evolve, type IdentityState, initialState, providerIdentity } from './decider.ts';
import type { IdentityEvent } from './events.ts';

const claim = (userId: string): IdentityCommand => ({ type: 'ClaimIdentity', userId, provider: 'google' });
const release = (userId: string): IdentityCommand => ({ type: 'ReleaseIdentity', userId });
const claimed = (userId: string): IdentityEvent => ({ type: 'IdentityClaimed', data: { userId, provider: 'google' } });

const after = (...events: readonly IdentityEvent[]): IdentityState => events.reduce(evolve, initialState);

test('given an unclaimed identity, when ann claims it, then it is hers', (t) => {
  t.deepEqual(decide(after(), claim('ann')), [claimed('ann')]);
});

test('given ann’s identity, when bob claims it, then he is refused', (t) => {
  const error = t.throws(() => decide(after(claimed('ann')), claim('bob')), { instanceOf: DomainError });
  t.is(error?.code, 'identity-taken');
});

test('given ann’s identity, when bob releases it, then it stays hers', (t) => {
  t.deepEqual(decide(after(claimed('ann')), release('bob')), []);
});

test('given an identity that ann released, when bob claims it, then it is his', (t) => {
  const released: IdentityEvent = { type: 'IdentityReleased', data: { userId: 'ann' } };
  t.deepEqual(decide(after(claimed('ann'), released), claim('bob')), [claimed('bob')]);
});

test('a repeated command yields no events', (t) => {
  const command = fc.tuple(fc.constantFrom(claim, release), fc.constantFrom('ann', 'bob', 'cem'));
  fc.assert(
    fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
      let state: IdentityState = initialState;
      for (const [make, userId] of commands) {
        try {
          state = decide(state, make(userId)).reduce(evolve, state);
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          continue;
        }
        if (decide(state, make(userId)).length > 0) return false;
      }
      return true;
    }),
  );
  t.pass();
});

test('a hash ignores the case of an address but not of a subject, and differs by realm, kind and key', (t) => {
  t.is(emailIdentity('Ann@Example.com', 'k'), emailIdentity('ann@example.com', 'k'));
  const hashes = [
    emailIdentity('1', 'k'),
    emailIdentity('1', 'l'),
    providerIdentity('google', '1', 'k'),
    providerIdentity('github', '1', 'k'),
    providerIdentity('google', 'a', 'k'),
    providerIdentity('google', 'A', 'k'),
  ];
  t.is(new Set(hashes).size, hashes.length);
});
