/** A small line without axes: how the number of live links developed. */
import Box from '@mui/material/Box';
import type { DayCountsAnswer } from '../../../query-service/contract/answers/stats.ts';
import { statusStyles } from '../status-styles.ts';

const WIDTH = 96;
const HEIGHT = 20;

export function Sparkline({ history }: { readonly history: readonly DayCountsAnswer[] }) {
  const live = history.map((day) => day.live);
  const [least, most] = [Math.min(...live), Math.max(...live)];
  const range = Math.max(1, most - least);
  const step = WIDTH / Math.max(1, history.length - 1);
  const points = live.map((links, day) => `${day * step},${HEIGHT - 2 - ((links - least) / range) * (HEIGHT - 4)}`);
  return (
    <Box
      component="svg"
      aria-hidden
      width={WIDTH}
      height={HEIGHT}
      sx={{ flexShrink: 0, display: { xs: 'none', sm: 'block' } }}
    >
      <polyline points={points.join(' ')} fill="none" stroke={statusStyles.live.line} strokeWidth="1.5" />
    </Box>
  );
}
