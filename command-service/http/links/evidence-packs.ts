/** POST /api/evidence-packs. */
import { Problem } from '../../../infra/http/request/problem.ts';
import { daysFrom, daysUntil } from '../../../projections/rules/calendar-days.ts';
import { InputError } from '../../contract/schema/parse.ts';
import { CHOOSING_VIEWS, type WantedSubject } from '../../evidence-packs/choose-events.ts';
import type { MadePack } from '../../evidence-packs/make-pack.ts';
import { waitForHead } from '../../links/wait-for-views.ts';
import { evidencePackSchema } from '../../model/evidence-pack/commands.ts';
import { route } from '../route.ts';

/** Limits packs in progress: each holds its events in memory and reads a part of the log. */
const PACKS = { perPerson: 1, inAll: 6, workName: 'evidence packs', idleMs: 120_000 };

/** The longest range of days. */
const MAX_DAYS = 3_653;

const REFUSALS: Readonly<
  Record<Exclude<MadePack['kind'], 'pack'>, { readonly status: number; readonly message: string }>
> = {
  'no-events': { status: 422, message: 'Nothing was recorded about these links in these days. Choose other days.' },
  'too-large': {
    status: 422,
    message:
      'An evidence pack can hold 20,000 events of at most 32 MB, 512 MB of files and the proof of half a million events between them and their seals. This one needs more: choose fewer days, or one link.',
  },
  'does-not-fit': {
    status: 409,
    message:
      'The log does not fit its seals, so nothing can be proven from it. The operator of this installation finds out more with npm run verify.',
  },
};

export const evidencePackRoutes = [
  route({
    method: 'POST',
    path: '/api/evidence-packs',
    action: 'ReadLinks',
    summary:
      'The events of a link, a client’s links or a campaign’s links in a range of UTC days, as a zip file that proves it.',
    body: evidencePackSchema,
    answers: { 200: { media: ['application/zip'] } },
    writes: [],
    errorStatuses: [404, 409, 422, 429, 503],
    async handle({ ctx, principal, body }, deps) {
      const { linkId, client, campaignId, from, to, notes, terms } = body;
      const days = daysOf(from, to);
      const subject: WantedSubject =
        linkId !== undefined
          ? { kind: 'link', id: linkId }
          : client !== undefined
            ? { kind: 'client', id: client }
            : { kind: 'campaign', id: campaignId ?? '' };
      ctx.state.acquireSlot(PACKS);
      await waitForHead(deps, CHOOSING_VIEWS);
      const made = await deps.evidencePacks.make(principal, {
        subject,
        days,
        notes: notes === true,
        terms: terms === true,
      });
      await ctx.state.confirmPrincipal();
      if (made.kind !== 'pack') {
        const { status, message } = REFUSALS[made.kind];
        throw new Problem(status, made.kind === 'does-not-fit' ? 'log-does-not-fit' : made.kind, message);
      }
      ctx.state.shownOnce = 'This evidence pack was sent once. Ask for it again with another Idempotency-Key.';
      ctx.set('X-Total-Count', String(made.events));
      ctx.set('Content-Disposition', `attachment; filename="${made.name}"`);
      ctx.set('Cache-Control', 'no-store');
      ctx.type = 'application/zip';
      return made.zip;
    },
  }),
];

/** @throws InputError for days in the wrong order, or too many. */
function daysOf(from: string, to: string): readonly string[] {
  const count = daysUntil(to, from);
  if (count < 0) throw new InputError({ to: 'to must not be before from' });
  if (count >= MAX_DAYS) throw new InputError({ from: `An evidence pack covers at most ${MAX_DAYS} days` });
  return daysFrom(from, count);
}
