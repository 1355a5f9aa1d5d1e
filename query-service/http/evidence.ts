/** GET /api/links/{id}/evidence/{hash}: a picture of the page, or the markup round the link. */
import type { Router } from '@koa/router';
import type { EvidenceKind } from '../../command-service/events/evidence.ts';
import { notFound } from '../../infra/http/problem.ts';
import { type RequestState, requirePrincipal } from '../../infra/http/request-context.ts';
import { evidenceFileId, evidenceFiles } from '../../projections/views/links/evidence-files.ts';
import { links } from '../../projections/views/links/links.ts';
import { accessOf } from '../access/access.ts';
import { requireLink } from '../access/find-link.ts';
import type { QueryDeps } from '../deps.ts';
import { waitForPosition } from '../live/read-your-writes.ts';

/** A stranger's markup is shown as text and never as a page. */
const TYPES: Readonly<Record<EvidenceKind, string>> = {
  screenshot: 'image/webp',
  html: 'text/plain; charset=utf-8',
};

export function evidenceRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  router.get('/api/links/:id/evidence/:hash', async (ctx) => {
    const principal = requirePrincipal(ctx);
    await waitForPosition(ctx, deps, links, evidenceFiles);
    const { id, place } = await requireLink(ctx, deps, await accessOf(deps.reads, principal));
    const hash = String(ctx.params.hash);
    const file = await deps.reads.get(evidenceFiles, evidenceFileId(id, hash));
    if (file === null || place === 'purged') throw notFound();
    const bytes = await deps.evidence.get(hash);
    if (bytes === null) throw notFound();
    ctx.set({
      // Nothing in it may run, load or be taken for another type, whatever it holds.
      'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      // Its address says what it holds; only this person's own browser may keep it.
      'Cache-Control': 'private, max-age=31536000, immutable',
    });
    ctx.type = TYPES[file.kind];
    ctx.body = Buffer.from(bytes);
  });
}
