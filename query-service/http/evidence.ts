/** GET /api/links/{id}/evidence/{hash}: a screenshot, or the HTML around the link. */

import type { EvidenceKind } from '../../command-service/model/evidence/events.ts';
import { notFound } from '../../infra/http/request/problem.ts';
import { EVIDENCE } from '../../infra/ports/storage/blob-store.ts';
import { evidenceFileId, evidenceFiles } from '../../projections/views/links/evidence-files.ts';
import { links } from '../../projections/views/links/links.ts';
import { accessOf } from '../access/access.ts';
import { requireLink } from '../access/find-visible.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { route } from './route.ts';

/** Markup of other sites is sent as text, never as a page. */
const TYPES: Readonly<Record<EvidenceKind, string>> = {
  screenshot: 'image/webp',
  html: 'text/plain; charset=utf-8',
};

export const evidenceRoutes = [
  route({
    method: 'GET',
    path: '/api/links/:id/evidence/:hash',
    action: 'ReadLinks',
    summary: 'A screenshot of the page, or the HTML around the link.',
    answers: { 200: { media: ['image/webp', 'text/plain'] } },
    async handle({ ctx, principal, params }, deps) {
      await waitForPosition(ctx, deps, links, evidenceFiles);
      const { id, place } = await requireLink(deps.reads, await accessOf(deps.reads, principal), params.id);
      const hash = params.hash;
      const file = await deps.reads.get(evidenceFiles, evidenceFileId(id, hash));
      if (file === null || file.kind === 'report' || place === 'purged') throw notFound();
      const bytes = await deps.blobs.get(EVIDENCE, hash);
      if (bytes === null) throw notFound();
      ctx.set({
        // Nothing in the file may run, load resources or pass for another type.
        'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'X-Content-Type-Options': 'nosniff',
        // The hash in the address never changes meaning; only the caller's browser may cache the file.
        'Cache-Control': 'private, max-age=31536000, immutable',
      });
      ctx.type = TYPES[file.kind];
      return Buffer.from(bytes);
    },
  }),
];
