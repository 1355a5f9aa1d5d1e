/** Links in the trash for the API. */
import { TRASH_DAYS } from '../../command-service/events/link.ts';
import type { LinkDoc } from '../../projections/views/links/links.ts';
import type { TrashAnswer } from '../contract/answers/links.ts';

/** Names every outgoing field. */
export function presentTrash({ id, articleLink, clientLink, anchor, trashedAt, addedAt }: LinkDoc): TrashAnswer {
  const deletedAt = trashedAt ?? addedAt;
  const purgesAt = new Date(Date.parse(deletedAt) + TRASH_DAYS * 24 * 60 * 60 * 1000).toISOString();
  return { id, articleLink, clientLink, anchor, deletedAt, purgesAt };
}
