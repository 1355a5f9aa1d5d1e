/** The dialogs about a team that its card and its own screen open alike. */
import { lazy } from 'react';
import { useOverlay } from '../../platform/address/overlays.ts';
import { LazyBoundary } from '../../ui/dialogs/LazyBoundary.tsx';

const LeaveTeam = lazy(async () => ({ default: (await import('./LeaveTeam.tsx')).LeaveTeam }));
const ManageTeam = lazy(async () => ({ default: (await import('./ManageTeam.tsx')).ManageTeam }));

export function TeamDialogs() {
  const { params } = useOverlay();
  const managed = params.get('manage');
  const left = params.get('leave');
  return (
    <LazyBoundary>
      {managed !== null && <ManageTeam teamId={managed} key={`manage-${managed}`} />}
      {left !== null && <LeaveTeam teamId={left} key={`leave-${left}`} />}
    </LazyBoundary>
  );
}
