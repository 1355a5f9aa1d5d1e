/** The link a path names, for who may see it. */
import { allows } from '../../command-service/policy.ts';
import { notFound } from '../../infra/http/problem.ts';
import type { RequestContext } from '../../infra/http/request-context.ts';
import { type LinkDoc, links } from '../../projections/views/links/links.ts';
import type { QueryDeps } from '../deps.ts';
import type { Access } from './access.ts';

/** @throws Problem 404 for a link that does not exist and, all the same, for one the person may not see. */
export async function requireLink(ctx: RequestContext, { reads }: QueryDeps, access: Access): Promise<LinkDoc> {
  const doc = await reads.get(links, String(ctx.params.id));
  if (doc === null || !allows('ReadLinks', access.roleIn(doc.scope))) throw notFound();
  return doc;
}
