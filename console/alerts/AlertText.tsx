/** The text of an alert. For a link: its site, its client, what happened and why. Otherwise: title and message. */
import Box from '@mui/material/Box';
import type { AlertAnswer } from '../../query-service/contract/answers/alerts.ts';
import { splitUrl } from '../platform/format/urls.ts';
import { translateServerText } from '../platform/language/server-texts.ts';
import { lineClamp } from '../ui/text/line-clamp.ts';
import { UNSEEN } from '../ui/text/unseen.ts';
import { formatNews, LINK_EVENT_LABELS, messages } from './messages.ts';
import { Pill } from './Pill.tsx';
import { UnreadBadge } from './UnreadBadge.tsx';

type News = NonNullable<AlertAnswer['news']>;

const COLORS: Readonly<Record<News['event'], string>> = {
  removed: 'error.main',
  'not-found': 'error.main',
  live: 'success.main',
  'live-again': 'success.main',
  'not-verified': 'warning.main',
  warning: 'warning.main',
  deviates: 'warning.main',
  expiring: 'warning.main',
  unchecked: 'text.secondary',
};

/** 'blog.example/post → client.example/shoes'. */
function Subject({ articleLink, clientLink }: News) {
  const { host, rest } = splitUrl(articleLink);
  const { host: client, rest: target } = splitUrl(clientLink);
  return (
    <Box component="span" dir="auto" sx={{ minWidth: 0, ...lineClamp(2) }}>
      {host}
      <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
        {rest}
      </Box>
      {articleLink !== '' && client !== '' && (
        <>
          <Box component="span" aria-hidden sx={{ px: 0.75, fontWeight: 400, color: 'text.secondary' }}>
            →
          </Box>
          <Box component="span" sx={UNSEEN}>
            {` ${messages.linksTo} `}
          </Box>
        </>
      )}
      {client}
      <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
        {target}
      </Box>
    </Box>
  );
}

export function AlertText({ alert, lines }: { alert: AlertAnswer; lines: number }) {
  const { title, message, news, read } = alert;
  return (
    <Box component="span" sx={{ display: 'block', minWidth: 0 }}>
      <Box
        component="span"
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.25 }}
      >
        <Box component="span" sx={{ position: 'relative', minWidth: 0, fontWeight: read ? 500 : 600 }}>
          {news === null ? translateServerText(title) : <Subject {...news} />}
        </Box>
        {news !== null && <Pill color={COLORS[news.event]}>{LINK_EVENT_LABELS[news.event]}</Pill>}
        {!read && <UnreadBadge />}
      </Box>
      <Box component="span" dir="auto" sx={{ mt: 0.25, color: 'text.secondary', ...lineClamp(lines) }}>
        {news === null ? translateServerText(message) : formatNews(news)}
      </Box>
    </Box>
  );
}
