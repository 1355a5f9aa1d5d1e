/** Opens the dialog that saves a view and manages those that are saved. */
import Button from '@mui/material/Button';
import { lazy, useState } from 'react';
import { LazyBoundary } from '../../ui/dialogs/LazyBoundary.tsx';
import { ChevronDownIcon } from '../../ui/layout/icons.tsx';
import { messages } from './messages.ts';

const ViewsMenu = lazy(async () => ({ default: (await import('./ViewsMenu.tsx')).ViewsMenu }));

export function ViewsButton() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        size="small"
        variant="text"
        endIcon={<ChevronDownIcon aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ flexShrink: 0, alignSelf: 'center', ml: 'auto', color: 'text.secondary' }}
      >
        {messages.manage}
      </Button>
      <LazyBoundary opened={{ now: anchor !== null, onError: close }}>
        {anchor !== null && <ViewsMenu anchor={anchor} onClose={close} />}
      </LazyBoundary>
    </>
  );
}
