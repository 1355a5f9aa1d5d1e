/** Opens the menu of the table's columns. */
import Button from '@mui/material/Button';
import { lazy, useState } from 'react';
import { LazyBoundary } from '../../ui/dialogs/LazyBoundary.tsx';
import { ColumnsIcon } from '../../ui/layout/icons.tsx';
import type { ListKind } from '../columns/columns.ts';
import { messages } from './messages.ts';

const ColumnsMenu = lazy(async () => ({ default: (await import('./ColumnsMenu.tsx')).ColumnsMenu }));

export function ColumnsButton({ kind }: { kind: ListKind }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        variant="text"
        size="small"
        startIcon={<ColumnsIcon aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ ml: 0.5, color: 'text.secondary' }}
      >
        {messages.columns}
      </Button>
      <LazyBoundary opened={{ now: anchor !== null, onError: close }}>
        {anchor !== null && <ColumnsMenu anchor={anchor} kind={kind} onClose={close} />}
      </LazyBoundary>
    </>
  );
}
