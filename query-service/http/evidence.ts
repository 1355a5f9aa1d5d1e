/** GET /api/links/{id}/evidence/{hash}: a picture of the page, or the markup round the link. */

import type { EvidenceKind } from '../../command-service/events/evidence.ts';
import { notFound } from '../../infra/http/problem.ts';
import { EVIDENCE } from '../../infra/ports/blob-store.ts';
import { evidenceFileId, evidenceFiles } from '../../projections/views/links/evidence-files.ts';
import { links } from '../../projections/views/links/links.ts';
import { accessOf } from '../access/access.ts';
import { requireLink } from '../access/find-visible.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { route } from './route.ts';

/** A stranger's markup is shown as text and never as a page. */
const TYPES: Readonly<Record<EvidenceKind, string>> = {
  screenshot: 'image/webp',
  html: 'text/plain; charset=utf-8',
};

export const evidenceRoutes = [
  route({
    method: 'GET',
    path: '/api/links/:id/evidence/:hash',
    action: 'ReadLinks',
    summary: 'A picture of the page, or the markup round the link.',
    answers: { 200: { media: ['image/webp', 'text/plain'] } },
    async handle({ ctx, principal, params }, deps) {
      await waitForPosition(ctx, deps, links, evidenceFiles);
      const { id, place } = await requireLink(deps.reads, await accessOf(deps.reads, principal), params.id);
      const hash = params.hash;
      const file = await deps.reads.get(evidenceFiles, evidenceFileId(id, hash));
      if (file === null || place === 'purged') throw notFound();
      const bytes = await deps.blobs.get(EVIDENCE, hash);
      if (bytes === null) throw notFound();
      ctx.set({
        // Nothing in it may run, load or be taken for another type, whatever it holds.
        'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'X-Content-Type-Options': 'nosniff',
        // Its address says what it holds; only this person's own browser may keep it.
        'Cache-Control': 'private, max-age=31536000, immutable',
      });
      ctx.type = TYPES[file.kind];
      return Buffer.from(bytes);
    },
  }),
];
