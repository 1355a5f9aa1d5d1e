/** Whether a link is as agreed, in a cell or a card: a check mark, or what deviates. */
import Box from '@mui/material/Box';
import { isAgreed } from '../../command-service/contract/deviations.ts';
import type { LinkAnswer } from '../../query-service/contract/answers/links.ts';
import { formatDay } from '../platform/format/dates.ts';
import { CheckIcon } from '../ui/layout/icons.tsx';
import { Dash } from '../ui/text/Dash.tsx';
import { lineClamp } from '../ui/text/line-clamp.ts';
import { UNSEEN } from '../ui/text/unseen.ts';
import { DEVIATION_LABELS, format, messages } from './messages.ts';

interface AgreementMarkProps {
  readonly link: LinkAnswer;
  /** With words beside the check mark. */
  readonly wide?: boolean;
}

export function AgreementMark({ link, wide = false }: AgreementMarkProps) {
  const { deviations, wasLive } = link;
  if (!isAgreed(link)) return <Dash label={messages.nothingAgreed} />;
  if (deviations.length === 0 && !wasLive) return <Dash label={messages.notLiveYet} />;
  if (deviations.length === 0) {
    return (
      <Box component="span" title={messages.asAgreed} sx={{ position: 'relative', display: 'inline-flex', gap: 0.5 }}>
        <CheckIcon aria-hidden sx={{ fontSize: 16, color: 'success.main' }} />
        <Box component="span" sx={wide ? {} : UNSEEN}>
          {messages.asAgreed}
        </Box>
      </Box>
    );
  }
  const nameOf = (code: string) => DEVIATION_LABELS[code] ?? code;
  const text = deviations
    .map(({ code, since }) => format('deviationSince', { deviation: nameOf(code), day: formatDay(since) }))
    .join('\n');
  return (
    <Box component="span" title={text} sx={{ position: 'relative', minWidth: 0 }}>
      <Box component="span" aria-hidden sx={{ ...lineClamp(2), lineHeight: 1.4, color: 'error.main' }}>
        {deviations.map(({ code }) => nameOf(code)).join(', ')}
      </Box>
      <Box component="span" sx={UNSEEN}>
        {text}
      </Box>
    </Box>
  );
}
