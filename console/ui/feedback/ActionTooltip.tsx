/** A tooltip with what a button does, or why it is disabled. */
import Tooltip, { type TooltipProps } from '@mui/material/Tooltip';

/** Touch cannot hover, and a tooltip costs a phone as much as its button. */
const CAN_HOVER = window.matchMedia('(any-hover: hover)').matches;

interface ActionTooltipProps extends Pick<TooltipProps, 'children' | 'placement'> {
  /** The action of the button; empty if its label names it. */
  readonly title?: string;
  /** Why the button is disabled: shown in place of the title, and to a finger that rests on it. */
  readonly reason?: string | null;
}

/** For a child that has a name of its own. */
export function ActionTooltip({ title = '', reason = null, placement = 'bottom', children }: ActionTooltipProps) {
  if (!CAN_HOVER && reason === null) return children;
  return (
    <Tooltip title={reason ?? title} placement={placement} describeChild>
      {children}
    </Tooltip>
  );
}
