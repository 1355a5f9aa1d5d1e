/** Opens the menu of the table's columns. */
import Button from '@mui/material/Button';
import { lazy, useState } from 'react';
import { LazyBoundary } from '../../ui/dialogs/LazyBoundary.tsx';
import { ColumnsIcon } from '../../ui/layout/icons.tsx';
import type { Column, ListKind } from '../columns/columns.ts';
import { messages } from '../table/messages.ts';

const ColumnsMenu = lazy(async () => ({ default: (await import('./ColumnsMenu.tsx')).ColumnsMenu }));

interface ColumnsButtonProps {
  readonly kind: ListKind;
  /** The columns that the table shows in its present width. */
  readonly shown: readonly Column[];
}

export function ColumnsButton({ kind, shown }: ColumnsButtonProps) {
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
        {anchor !== null && <ColumnsMenu anchor={anchor} kind={kind} shown={shown} onClose={close} />}
      </LazyBoundary>
    </>
  );
}
