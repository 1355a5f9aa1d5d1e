/** A readable URL: the host first, the rest below it in small. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { safeHref, splitUrl } from '../../platform/format/urls.ts';
import { ExternalIcon } from '../layout/icons.tsx';
import { messages } from '../messages.ts';
import { UNSEEN } from './unseen.ts';

/** A link of a campaign may lack a URL. */
function NoAddress() {
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {messages.none}
    </Box>
  );
}

/** The most characters of a path's end that stay when the middle is cut. */
const TAIL = 16;

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'pre' } as const;

/** The host without its port, and below it the path, cut in its middle where it does not fit; the tooltip has the whole URL. */
export function UrlText({ value }: { value: string }) {
  if (value === '') return <NoAddress />;
  const { host, rest } = splitUrl(value);
  const tail = Math.min(TAIL, Math.floor(rest.length / 2));
  return (
    <Box title={value} sx={{ minWidth: 0, lineHeight: 1.4 }}>
      <Box sx={{ ...CUT, fontWeight: 500 }}>{host.replace(/:\d+$/, '')}</Box>
      {rest !== '' && (
        <Box
          dir="ltr"
          sx={{ display: 'flex', width: 'fit-content', maxWidth: '100%', fontSize: '0.75rem', color: 'text.secondary' }}
        >
          {/* Screen readers would read the two halves as two words. */}
          <Box component="span" sx={UNSEEN}>
            {rest}
          </Box>
          <Box component="span" aria-hidden sx={CUT}>
            {rest.slice(0, rest.length - tail)}
          </Box>
          <Box component="span" aria-hidden sx={{ flexShrink: 0, whiteSpace: 'pre' }}>
            {rest.slice(rest.length - tail)}
          </Box>
        </Box>
      )}
    </Box>
  );
}

/** The last characters of a URL share a line with the icon after them. */
const WITH_ICON = 6;

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
      {value.slice(0, -WITH_ICON)}
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {value.slice(-WITH_ICON)}
        <ExternalIcon aria-hidden sx={{ fontSize: 13, ml: 0.5, verticalAlign: '-2px', color: 'text.secondary' }} />
      </Box>
    </Link>
  );
}
