/** The command role: answers everything but GET, and records what the checkers report. */

import { judgeAgain } from '../../../checker/verdict/judge-again.ts';
import { CheckReplies } from '../../../command-service/checks/check-replies.ts';
import { CheckReports } from '../../../command-service/checks/check-reports.ts';
import { EvidencePacks } from '../../../command-service/evidence-packs/make-pack.ts';
import { accountRoutes } from '../../../command-service/http/account/routes.ts';
import { signInProblemPage } from '../../../command-service/http/account/sign-in-problem-page.ts';
import { toProblem } from '../../../command-service/http/error-mapper.ts';
import { commandRoutes } from '../../../command-service/http/routes.ts';
import { Accounts } from '../../../command-service/identity/accounts.ts';
import { EmailChange } from '../../../command-service/identity/email-change.ts';
import { EmailSignIn } from '../../../command-service/identity/email-sign-in.ts';
import { OAuthClient } from '../../../command-service/identity/oauth/oauth-client.ts';
import { ProviderSignIn } from '../../../command-service/identity/oauth/oauth-sign-in.ts';
import { Photos } from '../../../command-service/identity/photos.ts';
import { SignUp } from '../../../command-service/identity/sign-up.ts';
import { InvitationMail } from '../../../command-service/mail/invitation-mail.ts';
import { BrowserBinding } from '../../http/auth/browser-binding.ts';
import { mount } from '../../http/routing/router.ts';
import { makeGuard } from '../../network/ssrf-guard.ts';
import { isHttps } from '../config/config.ts';
import { openChannels } from '../parts/channels.ts';
import { openPayments } from '../parts/payments.ts';
import { proverOf } from '../parts/prover.ts';
import { openReportWriter } from '../parts/report-writer.ts';
import type { RoleContext, RoleParts } from '../parts/role.ts';
import { openSharing } from '../parts/sharing.ts';

/** Starts the role. */
export function startCommand(context: RoleContext): RoleParts {
  const { config, engine, publicUrl, logger, now, stopping, closing } = context;
  const { views: reads, values, state } = engine;
  const [store, sessions, mailer] = [context.log(), context.sessions(), context.mailer()];
  const identityKey = engine.secrets.secret('identity');
  const signUp = new SignUp({ rule: config.signUp, admins: config.admins, reads, now });
  const accounts = new Accounts({ store, identityKey, signUp, now });
  const providers = new OAuthClient({ setups: config.providers, publicUrl, now });
  const reports = new CheckReports({ store, state, logger, now });
  const checkReplies = new CheckReplies(stopping);
  const channels = openChannels(context);
  const signInMails = { mailsPerNetwork: config.signInMailsPerNetwork };
  return {
    endpoints: mount([...commandRoutes, ...accountRoutes], {
      ...{ store, feed: store, reads, sessions, accounts, signUp, checkReplies, identityKey, now },
      leases: engine.leases,
      claims: values,
      alertMarks: state,
      marks: new BrowserBinding(isHttps(config)),
      signIn: new EmailSignIn({ accounts, signUp, tickets: values, mailer, publicUrl, now, ...signInMails }),
      emailChange: new EmailChange({ accounts, tickets: values, mailer, publicUrl, now, ...signInMails }),
      providerSignIn: new ProviderSignIn({ providers, accounts, flows: values, identityKey, logger, now }),
      unsubscribing: context.unsubscribing(),
      sharing: openSharing(context),
      invitationMail: new InvitationMail({ outbox: context.outbox(), counters: values, publicUrl, logger, now }),
      evidencePacks: new EvidencePacks({ store, reads, files: engine.blobs, prove: proverOf(engine), publicUrl, now }),
      reports: openReportWriter(context),
      files: engine.blobs,
      channels,
      guard: makeGuard(config.checker.allowHosts),
      photos: new Photos(store, engine.blobs, engine.leases),
      payments: openPayments(context),
      judge: judgeAgain,
      mailed: config.smtpUrl !== null,
    }),
    errorMappers: [toProblem],
    problemPage: signInProblemPage,
    work: [checkReplies.follow(store), context.printer().running],
    lateWork: [engine.checks.reports((report) => reports.take(report), closing).then(() => reports.written())],
    close: () => channels.close(),
  };
}
