import test from 'ava';
import { blankRow, bodyOf, canSend, formatInviteResult, validate } from './invite-form.ts';

const ann = { ...blankRow(1), name: ' Ann ', email: 'ann@agency.example' };

test('the form can be sent once a row has a name and an address', (t) => {
  t.false(canSend({ invitations: [blankRow(1)] }));
  t.false(
    canSend({
      invitations: [
        { ...ann, email: ' ' },
        { ...ann, name: '' },
      ],
    }),
  );
  t.true(canSend({ invitations: [blankRow(1), ann] }));
});

test('a blank row has no errors, a half-filled row does', (t) => {
  t.deepEqual(validate({ teamId: 't1', invitations: [blankRow(1), ann] }), {});
  const { invitations } = validate({
    teamId: 't1',
    invitations: [ann, { ...ann, name: '' }, { ...ann, email: 'ann' }],
  });
  t.deepEqual(invitations, [{}, { name: 'Name is required' }, { email: 'Email must be a valid address' }]);
});

test('a team must be chosen', (t) => {
  t.deepEqual(validate({ teamId: '', invitations: [ann] }), { teamId: 'Please select a team.' });
});

test('the body keeps blank rows, so that the server’s errors match the rows', (t) => {
  const values = { invitations: [blankRow(1), ann] };
  t.deepEqual(bodyOf(values).invitations[1], { name: 'Ann', email: 'ann@agency.example', permission: 'view' });
});

test('the result names the addresses that got no mail', (t) => {
  const row = { email: 'ann@agency.example', name: 'Ann', permission: 'view' } as const;
  t.like(formatInviteResult({ invitations: [{ ...row, status: 'sent' }] }), { title: 'Invitation Sent', whole: true });
  const mixed = formatInviteResult({
    invitations: [
      { ...row, status: 'sent' },
      { ...row, status: 'not-mailed' },
      { ...row, status: 'mail-delayed' },
    ],
  });
  t.is(mixed.title, 'Not every invitation was sent');
  t.regex(mixed.lines.join(' '), /1 invitation sent\..*could not be sent.*We’ll retry/);
  t.is(formatInviteResult({ invitations: [{ ...row, status: 'already-member' }] }).title, 'Nobody was invited');
});
