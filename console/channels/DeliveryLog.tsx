/** What was sent to a channel, the newest first: each delivery with its attempts and its request. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { DeliveryAnswer } from '../../query-service/contract/answers/channels.ts';
import { OnlyToday } from '../past/OnlyToday.tsx';
import { pathTo, send } from '../platform/api/client.ts';
import { usePage } from '../platform/api/use-answer.ts';
import { formatMinute } from '../platform/format/dates.ts';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { LiveIcon, NotFoundIcon, PendingIcon, RemovedIcon } from '../ui/layout/icons.tsx';
import { Section, SectionList } from '../ui/layout/Section.tsx';
import { OpeningRow } from '../ui/lists/OpeningRow.tsx';
import { PageTurner } from '../ui/lists/PageTurner.tsx';
import { CodeBlock } from '../ui/text/CodeBlock.tsx';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { element, format, formatAttempt, messages } from './messages.ts';
import { useChannelCommand } from './use-channel-command.ts';

const PAGE = 25;

const ICONS = {
  waiting: <PendingIcon aria-hidden sx={{ color: 'warning.main' }} />,
  delivered: <LiveIcon aria-hidden sx={{ color: 'success.main' }} />,
  accepted: <LiveIcon aria-hidden sx={{ color: 'success.main' }} />,
  failed: <RemovedIcon aria-hidden sx={{ color: 'error.main' }} />,
  dropped: <NotFoundIcon aria-hidden sx={{ color: 'text.secondary' }} />,
} as const satisfies Readonly<Record<DeliveryAnswer['state'], unknown>>;

/** The headers and the body of a request; JSON with a line for each field. */
function requestText({ headers, body }: DeliveryAnswer['request']): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [...lines, '', body.startsWith('{') ? JSON.stringify(JSON.parse(body), null, 2) : body].join('\n');
}

interface DeliveryProps {
  readonly channelId: string;
  readonly delivery: DeliveryAnswer;
  readonly startsOpen: boolean;
}

function Delivery({ channelId, delivery, startsOpen }: DeliveryProps) {
  const { id, at, kind, title, state, nextAt, attempts, request } = delivery;
  const { busy, run } = useChannelCommand();
  const facts = [messages[`delivery.${state}`], messages[`message.${kind}`], ...attempts.slice(-1).map(formatAttempt)];
  const sent = format('request', { host: request.host });
  const params = { id: channelId, deliveryId: id };
  const sendAgain = () => void run(() => send('POST', '/api/channels/:id/deliveries/:deliveryId/send', { params }));
  return (
    <OpeningRow
      icon={ICONS[state]}
      title={title}
      lines={[facts.join(' · ')]}
      at={at}
      formatAt={formatMinute}
      startsOpen={startsOpen}
    >
      <Box sx={{ display: 'grid', gap: 1, pt: 0.5, pb: 2, pl: { md: 4 }, '& p': { overflowWrap: 'anywhere' } }}>
        {attempts.map((attempt) => (
          <Box key={attempt.at} sx={{ display: 'grid', gap: 0.5 }}>
            <Typography variant="body2">{`${formatMinute(attempt.at)} · ${formatAttempt(attempt)}`}</Typography>
            {attempt.answer !== '' && <CodeBlock label={messages.answer}>{attempt.answer}</CodeBlock>}
          </Box>
        ))}
        {nextAt !== null && (
          <Typography variant="body2">{element('nextTry', { time: <RelativeTime at={nextAt} /> })}</Typography>
        )}
        <Typography variant="body2">{sent}</Typography>
        <CodeBlock label={sent}>{requestText(request)}</CodeBlock>
        <OnlyToday>
          <Button disabled={busy} onClick={sendAgain} sx={{ justifySelf: 'start' }}>
            {messages.sendAgain}
          </Button>
        </OnlyToday>
      </Box>
    </OpeningRow>
  );
}

/** @param shown the delivery whose details are open at first */
export function DeliveryLog({ channelId: id, shown }: { channelId: string; shown: string | undefined }) {
  const [page, setPage] = useState(1);
  const path = { params: { id }, query: { page: String(page), pageSize: String(PAGE) } };
  const deliveries = usePage(pathTo('/api/channels/:id/deliveries', path), { refreshInterval: 5_000 });
  return (
    <Section title={messages.deliveries} hint={messages.deliveriesHint}>
      <QueryState query={deliveries} failed={messages.deliveriesFailed}>
        {({ rows, total }) => (
          <Box sx={{ px: { md: 1 } }}>
            {rows.length === 0 && (
              <Typography sx={{ px: 2, pb: 2, color: 'text.secondary' }}>{messages.noDeliveries}</Typography>
            )}
            <SectionList label={messages.deliveries}>
              {rows.map((row) => (
                <Delivery key={row.id} channelId={id} delivery={row} startsOpen={row.id === shown} />
              ))}
            </SectionList>
            <PageTurner page={page} onPageChange={setPage} total={total} pageSize={PAGE} />
          </Box>
        )}
      </QueryState>
    </Section>
  );
}
