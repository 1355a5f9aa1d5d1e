import test from 'ava';
import { ApiError } from '../../platform/api/client.ts';
import { fieldError, toFailure, toSubmitErrors } from './submit-result.ts';

const failure = { message: 'Not saved', fields: { company: 'Company is not allowed' } };

test('a message stays beside the value that the server rejected and goes when the value changes', (t) => {
  const errors = toSubmitErrors(failure, { company: 'x', firstName: 'y' });
  t.is(errors.message, null);
  t.is(fieldError(errors, 'company', 'x'), 'Company is not allowed');
  t.is(fieldError(errors, 'company', 'xy'), undefined);
  t.is(fieldError(errors, 'firstName', 'y'), undefined);
  t.is(fieldError(undefined, 'company', 'x'), undefined);
});

test('a message for a field that the form lacks leaves the message for the whole form', (t) => {
  const errors = toSubmitErrors(failure, { firstName: 'y' });
  t.deepEqual(errors.fields, {});
  t.is(errors.message, 'Not saved');
});

test('fields of rows have messages of their own', (t) => {
  const sent = { invitations: [{ email: 'a' }, { email: 'b' }] };
  const errors = toSubmitErrors({ message: 'No', fields: { 'invitations.1.email': 'Not an address' } }, sent);
  t.is(fieldError(errors, 'invitations.1.email', 'b'), 'Not an address');
  t.is(fieldError(errors, 'invitations.0.email', 'a'), undefined);
});

test('a failure keeps its error and takes the field names of the form', (t) => {
  const error = new ApiError(400, 'invalid', 'Wrong', { duration: 'Too long' });
  t.deepEqual(toFailure(error), { done: false, message: 'Wrong', fields: { duration: 'Too long' }, error });
  t.deepEqual(toFailure(error, { amount: 'Too long' }).fields, { amount: 'Too long' });
});
