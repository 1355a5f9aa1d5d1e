/** Checks that wait, and hosts that are left alone for a while. */
import Box from '@mui/material/Box';
import type { SystemAnswer } from '../../query-service/contract/answers/system.ts';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { Fact } from './Fact.tsx';
import { element, format, messages } from './messages.ts';

export function Checks({ system: { checks, resting } }: { system: Pick<SystemAnswer, 'checks' | 'resting'> }) {
  const { open, oldestSince } = checks;
  return (
    <>
      <Fact more={oldestSince === null ? undefined : element('oldest', { since: <RelativeTime at={oldestSince} /> })}>
        {format('open', { count: open })}
      </Fact>
      {resting === null ? (
        <Fact more={messages.restingUnknownHint}>{messages.restingUnknown}</Fact>
      ) : (
        <Fact
          more={
            resting.count === 0 ? undefined : (
              <>
                {messages.restingHint}
                <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
                  {resting.hosts.map(({ host, until }) => (
                    <li key={host}>{element('restsUntil', { host, until: <RelativeTime at={until} /> })}</li>
                  ))}
                </Box>
              </>
            )
          }
        >
          {format('resting', { count: resting.count })}
        </Fact>
      )}
    </>
  );
}
