import test from 'ava';
import { ApiError } from './client.ts';
import { sendOnce } from './idempotency.ts';

const noAnswer = () => Promise.reject(new ApiError(0, 'no-answer', 'No answer'));

test('a request repeated after no answer uses the same key, and a new key after an answer', async (t) => {
  const keys: string[] = [];
  const record = (then: () => Promise<unknown>) => (key: string) => {
    keys.push(key);
    return then();
  };
  await t.throwsAsync(sendOnce('/api/links', { article: 'a' }, record(noAnswer)));
  await sendOnce(
    '/api/links',
    { article: 'a' },
    record(async () => null),
  );
  await sendOnce(
    '/api/links',
    { article: 'a' },
    record(async () => null),
  );
  t.is(keys[0], keys[1]);
  t.not(keys[1], keys[2]);
});

test('a request with another body or a refusal by the server starts a new key', async (t) => {
  const keys: string[] = [];
  const record = (error: ApiError | null) => async (key: string) => {
    keys.push(key);
    if (error !== null) throw error;
  };
  await t.throwsAsync(sendOnce('/api/teams', { name: 'a' }, record(new ApiError(0, 'no-answer', 'No answer'))));
  await t.throwsAsync(sendOnce('/api/teams', { name: 'b' }, record(new ApiError(400, 'invalid', 'Wrong'))));
  await sendOnce('/api/teams', { name: 'b' }, record(null));
  t.is(new Set(keys).size, 3);
});
