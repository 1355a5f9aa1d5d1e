/** The mails and pages of shares, for the roles that issue them. */
import { ShareMailer } from '../../../command-service/mail/share-mail.ts';
import { momentOf } from '../../../query-service/as-of/moment.ts';
import type { RoleContext } from './role.ts';

export function openSharing(context: RoleContext): ShareMailer {
  const { engine, publicUrl, logger, now } = context;
  const reads = engine.views;
  return new ShareMailer({
    ...{ reads, feed: context.log(), outbox: context.outbox(), limits: engine.values, publicUrl, logger, now },
    unsubscribing: context.unsubscribing(),
    passwords: context.passwords(),
    momentOf: (asOf) => momentOf(reads, asOf, now()),
  });
}
