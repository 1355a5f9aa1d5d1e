/** The mails that wait for the mail server. */
import { mailTargets } from '../../../command-service/mail/mail-target.ts';
import { MailOutbox } from '../../../command-service/mail/outbox.ts';
import { findSubject } from '../../../command-service/unsubscribe/subjects.ts';
import type { RoleContext } from './role.ts';

export function openOutbox(context: RoleContext): MailOutbox {
  const { engine, logger, now } = context;
  const store = context.log();
  return new MailOutbox({
    ...{ state: engine.state, mailer: context.mailer(), secret: engine.secrets.secret('session'), logger, now },
    ...mailTargets(store, engine.blobs),
    async isWanted(address) {
      const subject = context.unsubscribing().subjectOf(address);
      return subject === null || (await findSubject(store, subject))?.isOn === true;
    },
  });
}
