/** The link a path names, for who may see it. */
import type { RequestContext } from '../infra/http/context.ts';
import { notFound } from '../infra/http/problem.ts';
import { type LinkDoc, links } from '../projections/views/links.ts';
import { maySee } from './access.ts';
import type { QueryDeps } from './deps.ts';

/** @throws Problem 404 for a link that does not exist and, all the same, for one the person may not see. */
export async function linkOf(ctx: RequestContext, { reads }: QueryDeps, userId: string): Promise<LinkDoc> {
  const doc = await reads.get<LinkDoc>(links.name, String(ctx.params.id));
  if (doc === null || !maySee(userId, doc.scope)) throw notFound();
  return doc;
}
