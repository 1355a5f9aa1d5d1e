import test from 'ava';
import { fieldError } from './submit-result.ts';

const refusal = {
  message: null,
  fields: { company: 'Company is not allowed' },
  sent: { company: 'x', firstName: 'y' },
};

test('the server’s message stands beside the value it refused, and goes when that is changed', (t) => {
  t.is(fieldError(refusal, 'company', 'x'), 'Company is not allowed');
  t.is(fieldError(refusal, 'company', 'xy'), undefined);
});

test('a field the server said nothing of has nothing to say', (t) => {
  t.is(fieldError(refusal, 'firstName', 'y'), undefined);
  t.is(fieldError(undefined, 'company', 'x'), undefined);
});
