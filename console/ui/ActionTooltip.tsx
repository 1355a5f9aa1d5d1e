/** What a button does, or why it does not, told on hover. */
import Tooltip, { type TooltipProps } from '@mui/material/Tooltip';

/** With fingers alone nobody hovers, and a tooltip costs a phone as much as its button. */
const CAN_HOVER = window.matchMedia('(any-hover: hover)').matches;

interface ActionTooltipProps extends Pick<TooltipProps, 'children' | 'placement'> {
  /** What it does; nothing, where it says so in words. */
  readonly title?: string;
  /** Why it is not as one would expect: told in place of the title, and to a finger that rests on it, too. */
  readonly reason?: string | null;
}

/** Around what has a name of its own. */
export function ActionTooltip({ title = '', reason = null, placement = 'bottom', children }: ActionTooltipProps) {
  if (!CAN_HOVER && reason === null) return children;
  return (
    <Tooltip title={reason ?? title} placement={placement} describeChild>
      {children}
    </Tooltip>
  );
}
