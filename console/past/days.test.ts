import test from 'ava';
import { daysToChoose } from './days.ts';

test('the days to choose are those before today, and the ends of the month, the quarter and the year before', (t) => {
  t.deepEqual(daysToChoose(Date.parse('2026-05-01T00:30:00Z')), {
    yesterday: '2026-04-30',
    week: '2026-04-24',
    month: '2026-04-30',
    quarter: '2026-03-31',
    year: '2025-12-31',
  });
  t.like(daysToChoose(Date.parse('2028-03-31T23:59:00Z')), { month: '2028-02-29', quarter: '2027-12-31' });
  t.like(daysToChoose(Date.parse('2026-01-01T00:00:00Z')), { quarter: '2025-12-31', yesterday: '2025-12-31' });
});
