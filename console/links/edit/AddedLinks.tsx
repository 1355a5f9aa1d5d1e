/** The links that were added while the form stayed open, newest first: each with its result and a way to it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useOverlay } from '../../platform/address/overlays.ts';
import { splitUrl } from '../../platform/format/urls.ts';
import { messages as linkMessages } from '../messages.ts';
import { shownStatus } from '../shown-status.ts';
import { statusStyles } from '../status-styles.ts';
import type { AddedLink } from './add-link.ts';
import { messages } from './messages.ts';

/** On a narrow screen on a line of its own. */
const CUT = {
  flex: '1 1 200px',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

const LIST = {
  m: 0,
  p: 0,
  maxHeight: 168,
  overflowY: 'auto',
  listStyle: 'none',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  fontSize: '0.8125rem',
} as const;

export function AddedLinks({ added }: { added: readonly AddedLink[] }) {
  const { open } = useOverlay();
  return (
    <Box role="status" aria-label={linkMessages.linkAdded} sx={added.length === 0 ? { display: 'none' } : {}}>
      <Box component="ul" sx={LIST}>
        {added.map(({ id, articleLink, status, lines: [result, ...reasons] }) => {
          const { Icon, color } = statusStyles[shownStatus(status, false)];
          const { host, rest } = splitUrl(articleLink);
          return (
            <Box
              component="li"
              key={id}
              sx={{ display: 'flex', gap: 1, px: 1.5, py: 1, '& + &': { borderTop: 1, borderColor: 'divider' } }}
            >
              <Icon fontSize="small" aria-hidden sx={{ color, flexShrink: 0, mt: '1px' }} />
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 0.75 }}>
                  <strong>{result}</strong>
                  <Box title={articleLink} sx={CUT}>
                    {host}
                    {rest}
                  </Box>
                </Box>
                <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{reasons.join(' · ')}</Box>
              </Box>
              <Button size="small" onClick={() => open('link', id)} sx={{ alignSelf: 'flex-start' }}>
                {messages.open}
              </Button>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
