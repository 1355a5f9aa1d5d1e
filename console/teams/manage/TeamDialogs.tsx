/** The dialogs about a team that its card and its own screen open alike. */
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { lazy } from 'react';
import { useOverlay } from '../../platform/address/overlays.ts';
import { LazyBoundary } from '../../ui/dialogs/LazyBoundary.tsx';
import { OverlayDialog } from '../../ui/dialogs/OverlayDialog.tsx';
import { messages as common } from '../../ui/messages.ts';
import { messages } from '../messages.ts';

const LeaveTeam = lazy(async () => ({ default: (await import('./LeaveTeam.tsx')).LeaveTeam }));
const ManageTeam = lazy(async () => ({ default: (await import('./ManageTeam.tsx')).ManageTeam }));
const TemplateList = lazy(async () => ({
  default: (await import('../../links/templates/TemplateList.tsx')).TemplateList,
}));

export function TeamDialogs() {
  const { params, close } = useOverlay();
  const managed = params.get('manage');
  const left = params.get('leave');
  const templatesOf = params.get('templates');
  return (
    <LazyBoundary>
      {managed !== null && <ManageTeam teamId={managed} key={`manage-${managed}`} />}
      {left !== null && <LeaveTeam teamId={left} key={`leave-${left}`} />}
      {templatesOf !== null && (
        <OverlayDialog title={messages.templates} onClose={() => close('templates')}>
          <DialogContent sx={{ p: 0, '& li': { px: 3 } }}>
            <TemplateList teamId={templatesOf} />
          </DialogContent>
          <DialogActions>
            <Button onClick={() => close('templates')}>{common.close}</Button>
          </DialogActions>
        </OverlayDialog>
      )}
    </LazyBoundary>
  );
}
