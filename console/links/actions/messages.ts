/** Texts of the actions on a link. */
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import english from '../../languages/en/links.actions.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';
import { siteOfLink } from '../site-of-link.ts';

const { messages, format } = translation('links.actions', english);

export { format, messages };

/** 'Recheck blog.example': a button of a row names its link by the site of the article. */
export function formatAction(action: string, link: LinkAnswer): string {
  const site = siteOfLink(link);
  return site === '' ? action : format('actionOn', { action, site });
}
