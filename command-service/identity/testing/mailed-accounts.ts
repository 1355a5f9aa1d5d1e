/** Accounts on the real stores, with a clock that the test moves and a mailer that stores its mails. */
import path from 'node:path';
import type { ExecutionContext } from 'ava';
import { openSqliteEvents } from '../../../infra/engines/embedded/log/event-log.ts';
import { openSqliteExpiring } from '../../../infra/engines/embedded/stores/expiring-store.ts';
import { openSqliteViews } from '../../../infra/engines/embedded/views/view-store.ts';
import type { Mail } from '../../../infra/ports/process/mailer.ts';
import { temporaryFolder } from '../../../infra/testing/temporary-folder.ts';
import { invitations } from '../../../projections/views/people/invitations.ts';
import type { SignUpAnswer } from '../../../query-service/contract/answers/account.ts';
import type { LinkledgerEvent } from '../../contract/events.ts';
import { Accounts } from '../accounts.ts';
import { SignUp } from '../sign-up.ts';

/** Everybody may create an account. */
export const OPEN: SignUpAnswer = { mode: 'open', domains: [], sentence: null };

/** @param failing whether appends fail now */
export function openMailedAccounts(t: ExecutionContext, failing: () => boolean) {
  const folder = temporaryFolder(t);
  let clock = Date.parse('2026-03-31T12:00:00Z');
  const now = () => new Date(clock);
  const store = openSqliteEvents<LinkledgerEvent>(path.join(folder, 'events.db'));
  const tickets = openSqliteExpiring(path.join(folder, 'sessions.db'), now);
  const reads = openSqliteViews(path.join(folder, 'views.db'), [invitations]);
  t.teardown(async () => {
    await store.close();
    reads.close();
    tickets.close();
  });
  const mails: Mail[] = [];
  const sometimes: Pick<typeof store, 'read' | 'append'> = {
    read: (stream) => store.read(stream),
    async append(...given) {
      if (failing()) throw new Error('the disk is full');
      return store.append(...given);
    },
  };
  const door = { rule: OPEN, admins: ['root@example.com'], reads, now };
  const signUp = new SignUp(door);
  const accounts = new Accounts({ store: sometimes, identityKey: 'k', signUp, now });
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  return {
    options: { accounts, signUp, tickets, mailer, publicUrl: 'https://links.example', now },
    mails,
    /** Changes who may create an account, as a restart with another setting does. */
    rule: (rule: SignUpAnswer) => {
      door.rule = rule;
    },
    /** An open invitation in the view, for some hours. */
    async invite(email: string, hours: number) {
      const expiresAt = new Date(clock + hours * 3_600_000).toISOString();
      const at = await reads.position(invitations);
      await reads.commit(invitations, at, at + 1, [{ id: email, doc: { id: email, address: email, expiresAt } }]);
    },
    pass: (ms: number) => {
      clock += ms;
    },
    /** The token in the newest mail; '' without a token. */
    token: () => /token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '',
  };
}
