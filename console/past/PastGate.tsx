/** Around every page: in the past, a frame that says so. */
import { Fragment, lazy, type ReactNode, Suspense } from 'react';
import { useAsOf } from '../platform/address/as-of.ts';
import { PageSkeleton } from '../ui/feedback/PageSkeleton.tsx';

const PastFrame = lazy(async () => ({ default: (await import('./PastFrame.tsx')).PastFrame }));

export function PastGate({ children }: { children: ReactNode }) {
  const asOf = useAsOf();
  if (asOf === null) return <Fragment key="today">{children}</Fragment>;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <PastFrame asOf={asOf}>{children}</PastFrame>
    </Suspense>
  );
}
