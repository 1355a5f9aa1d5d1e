/** Opens the dialog in which the calendar of a list is chosen. */
import Button from '@mui/material/Button';
import { lazy } from 'react';
import { useOverlay } from '../platform/address/overlays.ts';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import type { CalendarChoice } from './CalendarDialog.tsx';
import { messages } from './messages.ts';

const CalendarDialog = lazy(async () => ({ default: (await import('./CalendarDialog.tsx')).CalendarDialog }));

export function CalendarButton(choice: CalendarChoice) {
  const { params, open, close } = useOverlay();
  return (
    <>
      <Button onClick={() => open('dialog', 'calendar')}>{messages.title}</Button>
      {params.get('dialog') === 'calendar' && (
        <LazyBoundary>
          <CalendarDialog {...choice} onClose={() => close('dialog')} />
        </LazyBoundary>
      )}
    </>
  );
}
