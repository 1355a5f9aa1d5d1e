/** The frame of the Link Details, with the keys that move to another link or close the details. */
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import GlobalStyles from '@mui/material/GlobalStyles';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { isDialogOpen } from '../../platform/address/overlays.ts';
import { WIDE_SCREEN } from '../../ui/theme/breakpoints.ts';
import { messages } from './messages.ts';
import type { Neighbors } from './shown-links.ts';

const ARROWS: Readonly<Record<string, keyof Neighbors>> = { ArrowUp: 'previous', ArrowDown: 'next' };

/** What is above the panel, also while it ignores the Escape key. Menus keep the key to themselves. */
const COVERS = '[role="dialog"], [role="alertdialog"]';

/** Room for the list on a screen that is only just wide. */
const WIDTH = 'clamp(460px, 36vw, 520px)';

interface DetailsFrameProps {
  readonly panel: RefObject<HTMLDivElement | null>;
  readonly leave: () => void;
  readonly step: (to: keyof Neighbors) => void;
  readonly children: ReactNode;
}

/** A region beside the page, which stays usable, on a wide screen; else a dialog above the page. */
export function DetailsFrame({ panel, leave, step, children }: DetailsFrameProps) {
  // For as long as it is open, or another width would close what is unfolded in it. A dialog from which the details were
  // opened stays below them.
  const [isBeside] = useState(() => window.matchMedia(WIDE_SCREEN).matches && !isDialogOpen());
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget, defaultPrevented, altKey, ctrlKey, metaKey } = event;
    if (defaultPrevented || altKey || ctrlKey || metaKey) return;
    // A dialog above the panel has keys of its own.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    // In the history the arrow keys move from entry to entry; in a field they are the field's.
    const to = target.closest('ul, ol, input, textarea, [role="combobox"]') === null ? ARROWS[key] : undefined;
    if (to === undefined) return;
    event.preventDefault();
    step(to);
  };
  // As a dialog does: the focus goes in, and back to the row.
  useLayoutEffect(() => {
    const region = panel.current;
    if (!isBeside || region === null) return;
    const opener = document.activeElement;
    region.focus({ preventScroll: true });
    return () => {
      if (opener instanceof HTMLElement && region.contains(document.activeElement)) opener.focus();
    };
  }, [isBeside, panel]);
  useEffect(() => {
    if (!isBeside) return;
    const press = ({ key, target, defaultPrevented }: globalThis.KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || document.querySelector(COVERS) !== null) return;
      if (!(target instanceof Element && target.matches('input[type="text"], input[type="search"], textarea'))) leave();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  const labeled = { 'aria-label': messages.detailsTitle };
  if (isBeside) {
    return (
      <>
        <GlobalStyles
          styles={{ [`@media screen and ${WIDE_SCREEN}`]: { '#content': { marginInlineEnd: `${WIDTH} !important` } } }}
        />
        <Box
          component="section"
          ref={panel}
          tabIndex={-1}
          data-print="no"
          onKeyDown={walk}
          {...labeled}
          sx={{
            position: 'fixed',
            // Below the header.
            inset: '56px 0 0 auto',
            zIndex: 'appBar',
            width: `min(100vw, ${WIDTH})`,
            overflowY: 'auto',
            outline: 'none !important',
            bgcolor: 'background.paper',
            borderLeft: 1,
            borderColor: 'divider',
          }}
        >
          {children}
        </Box>
      </>
    );
  }
  return (
    <Drawer
      open
      anchor="right"
      onClose={leave}
      onKeyDown={walk}
      // A dialog like any other: the last one opened is on top.
      sx={{ zIndex: 'modal' }}
      slotProps={{
        paper: {
          ref: panel,
          role: 'dialog',
          'aria-modal': true,
          ...labeled,
          sx: {
            width: { xs: '100vw', md: 'min(100vw, 560px)' },
            borderRadius: 0,
            borderLeft: { md: 1 },
            borderColor: { md: 'divider' },
          },
        },
      }}
    >
      {children}
    </Drawer>
  );
}
