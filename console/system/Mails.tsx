/** Mails that wait for the mail server, and those that were given up. */
import Box from '@mui/material/Box';
import type { SystemMailsAnswer } from '../../query-service/contract/answers/system.ts';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { Fact } from './Fact.tsx';
import { element, format, LOST_LABELS, MAIL_LABELS, messages } from './messages.ts';

export function Mails({ mails }: { mails: SystemMailsAnswer | null }) {
  if (mails === null) return <Fact>{messages.mailsUnknown}</Fact>;
  const { waiting, retried, nextAt, givenUp } = mails;
  return (
    <>
      <Fact
        more={
          retried > 0 && nextAt !== null
            ? element('retried', { count: retried, next: <RelativeTime at={nextAt} /> })
            : undefined
        }
      >
        {format('waiting', { count: waiting })}
      </Fact>
      {givenUp.length > 0 && (
        <Fact
          more={
            <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
              {givenUp.map(({ kind, reason, at }) => (
                <li key={`${at} ${kind}`}>
                  {MAIL_LABELS[kind] ?? kind}: {LOST_LABELS[reason]} (<RelativeTime at={at} />)
                </li>
              ))}
            </Box>
          }
        >
          {format('givenUp', { count: givenUp.length })}
        </Fact>
      )}
    </>
  );
}
