/** The article of a row: its address opens the details as the row does, or a tab as any link; the icon the article. */
import Box from '@mui/material/Box';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { safeHref } from '../../platform/format/urls.ts';
import { ExternalIcon } from '../../ui/layout/icons.tsx';
import { UrlText } from '../../ui/text/UrlText.tsx';
import { formatOpenArticle } from './messages.ts';

/** Whether the target of a press is an address, which opens itself with Ctrl, Command, Shift or the middle button. */
export function isAddress(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-address]') !== null;
}

/** A mouse sees the icon in its row only, over the end of a long address; a finger always sees it. */
const ICON = {
  ...{ display: 'grid', placeItems: 'center', flexShrink: 0, width: 24, height: 24, borderRadius: 0.5 },
  '@media (hover: hover)': {
    ...{ position: 'absolute', insetInlineEnd: 0, opacity: 0, bgcolor: 'background.paper' },
    'tr:hover &, &:focus-visible': { opacity: 1 },
  },
} as const;

export function ArticleCell({ link }: { link: LinkAnswer }) {
  const href = safeHref(link.articleLink);
  if (href === null) return <UrlText value={link.articleLink} />;
  // Not for Tab: the cell itself has the focus, and the key `o` opens the article.
  const opens = { tabIndex: -1, href, target: '_blank', rel: 'noopener noreferrer' };
  return (
    <Box sx={{ position: 'relative', display: 'flex', alignItems: 'center', width: 1, '& a': { color: 'inherit' } }}>
      <Box
        component="a"
        {...opens}
        data-address
        onClick={(event) => event.ctrlKey || event.metaKey || event.shiftKey || event.preventDefault()}
        sx={{ minWidth: 0, textDecoration: 'none' }}
      >
        <UrlText value={link.articleLink} />
      </Box>
      <Box
        component="a"
        {...opens}
        data-own-link
        aria-label={formatOpenArticle(link)}
        title={formatOpenArticle(link)}
        sx={ICON}
      >
        <ExternalIcon aria-hidden sx={{ fontSize: 13 }} />
      </Box>
    </Box>
  );
}
