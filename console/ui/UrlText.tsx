/** A readable URL: the host first, the rest below it in small. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { safeHref, splitUrl } from '../platform/format/urls.ts';
import { ExternalIcon } from './icons.tsx';
import { messages } from './messages.ts';

/** A link of a campaign may lack a URL. */
function NoAddress() {
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {messages.none}
    </Box>
  );
}

/** Two short lines with an ellipsis; the tooltip has the whole URL. */
export function UrlText({ value }: { value: string }) {
  if (value === '') return <NoAddress />;
  const { host, rest } = splitUrl(value);
  return (
    <Box title={value} sx={{ minWidth: 0, lineHeight: 1.4 }}>
      <Box sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: 500 }}>{host}</Box>
      {rest !== '' && (
        <Box
          sx={{
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
            fontSize: '0.75rem',
            color: 'text.secondary',
          }}
        >
          {rest}
        </Box>
      )}
    </Box>
  );
}

/** The whole URL, as a link to a new tab if that is safe. */
export function UrlLink({ value }: { value: string }) {
  if (value === '') return <NoAddress />;
  const href = safeHref(value);
  if (href === null)
    return (
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {value}
      </Box>
    );
  return (
    <Link href={href} target="_blank" rel="noreferrer noopener" color="inherit" sx={{ overflowWrap: 'anywhere' }}>
      {value}
      {'\u2060'}
      <ExternalIcon aria-hidden sx={{ fontSize: 13, ml: 0.5, verticalAlign: '-2px', color: 'text.secondary' }} />
    </Link>
  );
}
