/** Texts of the actions on a link. */
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import english from '../../languages/en/links.actions.json' with { type: 'json' };
import { splitUrl } from '../../platform/format/urls.ts';
import { translation } from '../../platform/language/translation.ts';

const { messages, format } = translation('links.actions', english);

export { messages };

/** 'Recheck blog.example': a button of a row names its link by the site of the article. */
export function formatAction(action: string, { articleLink, clientLink }: LinkAnswer): string {
  const site = splitUrl(articleLink || clientLink).host;
  return site === '' ? action : format('actionOn', { action, site });
}
