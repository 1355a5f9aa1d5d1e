/** The payments of the signed-in person, each with its receipt. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { formatDay } from '../platform/format/dates.ts';
import { formatMoney } from '../platform/format/money.ts';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { SECTION_ROW, Section, SectionList } from '../ui/layout/Section.tsx';
import { format, formatOffer, messages } from './messages.ts';
import { receiptPath, usePayments } from './queries.ts';

export function Receipts() {
  const payments = usePayments();
  return (
    <Section title={messages.receipts} hint={messages.receiptsHint}>
      <QueryState query={payments} failed={messages.receiptsFailed}>
        {(all) =>
          all.length === 0 ? (
            <Typography variant="body2" sx={{ px: { xs: 2, md: 3 }, pb: 2.5, color: 'text.secondary' }}>
              {messages.noReceipts}
            </Typography>
          ) : (
            <SectionList label={messages.receipts}>
              {all.map(({ id, number, plan, billingCycle, paidAt, amount, currency, refunded }) => (
                <Box component="li" key={id} sx={{ ...SECTION_ROW, flexWrap: 'nowrap' }}>
                  <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                    <Link href={receiptPath(id)} target="_blank" rel="noopener" sx={{ fontWeight: 500 }}>
                      {number}
                    </Link>
                    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                      {formatDay(paidAt.slice(0, 10))} · {formatOffer(plan, billingCycle)}
                    </Typography>
                  </Box>
                  <Box sx={{ textAlign: 'right', whiteSpace: 'nowrap' }}>
                    <Typography sx={{ fontWeight: 500 }}>{formatMoney(amount, currency)}</Typography>
                    {refunded > 0 && (
                      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                        {format('refunded', { amount: formatMoney(refunded, currency) })}
                      </Typography>
                    )}
                  </Box>
                </Box>
              ))}
            </SectionList>
          )
        }
      </QueryState>
    </Section>
  );
}
