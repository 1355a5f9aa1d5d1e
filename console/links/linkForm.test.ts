import test from 'ava';
import { bodyOf, changesBetween, freshValues, problemsOf, validate } from './linkForm.ts';

const filled = {
  ...freshValues('u1'),
  articleLink: 'https://blog.example/post',
  clientLink: 'https://client.example/',
};

test('an empty form asks for both links and nothing else', (t) => {
  t.deepEqual(validate(freshValues('u1')), {
    articleLink: 'Article link is required',
    clientLink: 'Client link is required',
  });
});

test('a filled form becomes the body the API takes', (t) => {
  t.deepEqual(validate(filled), {});
  t.like(bodyOf(filled), { duration: '30 days', assignedTo: 'u1', pocEmail: null, remarks: null, status: 'pending' });
});

test('a duration that is missing or makes no sense is said at its number', (t) => {
  t.is(validate({ ...filled, amount: '' }).amount, 'Duration is required');
  for (const amount of ['0', '-1', '1.5', 'ten', '10000']) t.truthy(validate({ ...filled, amount }).amount, amount);
});

test('what the server says of a field stands beside that field', (t) => {
  t.deepEqual(problemsOf({ duration: 'too long', clientLink: 'no', teamId: 'unknown' }), {
    amount: 'too long',
    clientLink: 'no',
  });
});

test('only what was changed is sent, and an emptied text as nothing', (t) => {
  const before = { ...filled, remarks: 'old' };
  t.deepEqual(changesBetween(before, before), {});
  t.deepEqual(changesBetween(before, { ...before, remarks: ' ', amount: '1', unit: 'years' }), {
    remarks: null,
    duration: '1 year',
  });
});
