/** Accounts on the real stores, with a clock that the test moves and a mailer that stores its mails. */
import path from 'node:path';
import type { ExecutionContext } from 'ava';
import { openSqliteEvents } from '../../../infra/engines/embedded/log/event-log.ts';
import { openSqliteExpiring } from '../../../infra/engines/embedded/stores/expiring-store.ts';
import type { Mail } from '../../../infra/ports/process/mailer.ts';
import { temporaryFolder } from '../../../infra/testing/temporary-folder.ts';
import type { LinkledgerEvent } from '../../contract/events.ts';
import { Accounts } from '../accounts.ts';

/** @param failing whether appends fail now */
export function openMailedAccounts(t: ExecutionContext, failing: () => boolean) {
  const folder = temporaryFolder(t);
  let clock = Date.parse('2026-03-31T12:00:00Z');
  const now = () => new Date(clock);
  const store = openSqliteEvents<LinkledgerEvent>(path.join(folder, 'events.db'));
  const tickets = openSqliteExpiring(path.join(folder, 'sessions.db'), now);
  t.teardown(async () => {
    await store.close();
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
  const accounts = new Accounts({ store: sometimes, identityKey: 'k', now });
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  return {
    options: { accounts, tickets, mailer, publicUrl: 'https://links.example', now },
    mails,
    pass: (ms: number) => {
      clock += ms;
    },
    /** The token in the newest mail; '' without a token. */
    token: () => /token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '',
  };
}
