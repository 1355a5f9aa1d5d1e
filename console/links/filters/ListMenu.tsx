/** The frame of the Filter and Sort menus: a dialog at its button or at the list, which stays in sight and shows each choice at once. */
import { type ReactNode, useState } from 'react';
import { useOverlay } from '../../platform/address/overlays.ts';
import { PopoverDialog } from '../../ui/dialogs/PopoverDialog.tsx';
import { listAnchor } from './list-anchor.ts';

interface ListMenuProps {
  /** The id of the element with the title. */
  readonly titleId: string;
  readonly width: number | string;
  readonly children: ReactNode;
}

export function ListMenu({ titleId, width, children }: ListMenuProps) {
  const { close } = useOverlay();
  // The focus moves into the menu once it is open.
  const [anchor] = useState(listAnchor);
  return (
    <PopoverDialog
      anchor={() => (anchor.isConnected ? anchor : listAnchor())}
      onClose={() => close('dialog')}
      aria-labelledby={titleId}
      sx={{ width }}
    >
      {children}
    </PopoverDialog>
  );
}
