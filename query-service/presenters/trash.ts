/** A link in the trash as the API shows it. */
import type { LinkDoc } from '../../projections/views/links/links.ts';
import type { TrashAnswer } from '../contract/answers/links.ts';

/** Days a link stays in the trash before it is deleted forever (infra/docs/product.md, "Trash"). */
const RETENTION_DAYS = 30;

/** Names every outgoing field. */
export function presentTrash({ id, articleLink, clientLink, anchor, trashedAt, addedAt }: LinkDoc): TrashAnswer {
  const deletedAt = trashedAt ?? addedAt;
  const purgesAt = new Date(Date.parse(deletedAt) + RETENTION_DAYS * 24 * 60 * 60 * 1000).toISOString();
  return { id, articleLink, clientLink, anchor, deletedAt, purgesAt };
}
