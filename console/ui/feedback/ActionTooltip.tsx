/** A tooltip with what a button does, or why it is disabled. */
import { lazy, type ReactElement, Suspense } from 'react';
import { lazyModule } from '../../platform/loading/lazy-module.ts';

/** Touch cannot hover, and a tooltip costs a phone as much as its button. */
const CAN_HOVER = window.matchMedia('(any-hover: hover)').matches;

const load = lazyModule(() => import('./Hint.tsx'));
const Hint = lazy(load);

/** Loads what tooltips need, where they appear. A failure is reported, and retried, where a tooltip is shown. */
export async function preloadTooltips(): Promise<void> {
  if (CAN_HOVER) await load().catch(() => undefined);
}

interface ActionTooltipProps {
  readonly children: ReactElement;
  readonly placement?: 'bottom' | 'right';
  /** The action of the button; empty if its label names it. */
  readonly title?: string;
  /** Why the button is disabled: shown in place of the title, and to a finger that rests on it. */
  readonly reason?: string | null;
}

/** For a child that has a name of its own. */
export function ActionTooltip({ title = '', reason = null, placement = 'bottom', children }: ActionTooltipProps) {
  if (!CAN_HOVER && reason === null) return children;
  return (
    <Suspense fallback={children}>
      <Hint title={reason ?? title} placement={placement} describeChild>
        {children}
      </Hint>
    </Suspense>
  );
}
