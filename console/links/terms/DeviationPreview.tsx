/** Which links would deviate from new terms: a sentence, the numbers by code, and the links behind them. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type {
  DeviatingLinkAnswer,
  DeviationPreview as Preview,
} from '../../../query-service/contract/answers/bulk-operations.ts';
import { formatDay } from '../../platform/format/dates.ts';
import { DEVIATION_LABELS, messages as linkMessages } from '../messages.ts';
import { format, messages } from './messages.ts';

/** `total`: how many links would get the terms. */
export function DeviationPreview({ preview, total }: { readonly preview: Preview; readonly total: number }) {
  const [isOpen, setOpen] = useState(false);
  const { links, oldest, codes, first } = preview;
  if (oldest === null) return <Typography>{messages.noneDeviates}</Typography>;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
      <Typography sx={{ fontWeight: 500 }}>{format('deviating', { links, total, day: formatDay(oldest) })}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {codes
          .map(({ code, count }) => format('codeCount', { code: DEVIATION_LABELS[code] ?? code, count }))
          .join(' · ')}
      </Typography>
      <Button size="small" variant="text" aria-expanded={isOpen} sx={{ ml: -1 }} onClick={() => setOpen(!isOpen)}>
        {isOpen ? messages.hideLinks : messages.showLinks}
      </Button>
      {isOpen && (
        <Box component="ul" sx={{ m: 0, p: 0, width: '100%', listStyle: 'none' }}>
          {first.map((link) => (
            <DeviatingLink key={link.linkId} link={link} />
          ))}
          {links > first.length && (
            <Typography component="li" variant="body2" sx={{ color: 'text.secondary', pt: 1 }}>
              {format('moreLinks', { count: links - first.length })}
            </Typography>
          )}
        </Box>
      )}
    </Box>
  );
}

function DeviatingLink({ link: { articleLink, deviations } }: { link: DeviatingLinkAnswer }) {
  return (
    <Box
      component="li"
      sx={{ py: 0.75, borderTop: 1, borderColor: 'divider', fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
    >
      <bdi>{articleLink || linkMessages.notApplicable}</bdi>
      {deviations.map(({ code, factSince }) => (
        <Box key={code} sx={{ color: 'text.secondary' }}>
          {format('deviatesSince', { code: DEVIATION_LABELS[code] ?? code, day: formatDay(factSince) })}
        </Box>
      ))}
    </Box>
  );
}
