/** On paper only: the product, the address of the page and the moment of printing. */
import Typography from '@mui/material/Typography';
import { usePrinting } from '../../platform/browser/printing.ts';
import { formatInstant } from '../../platform/format/dates.ts';
import { format } from '../messages.ts';

interface PrintNoteProps {
  /** Whether the page's address may be on the paper: one that grants access may not. */
  readonly withAddress: boolean;
}

export function PrintNote({ withAddress }: PrintNoteProps) {
  if (!usePrinting()) return null;
  const printed = format('printed', { at: formatInstant(new Date().toISOString()) });
  return (
    <Typography variant="caption" component="p" sx={{ mt: 2, color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {withAddress ? `${printed} · ${window.location.origin}${window.location.pathname}` : printed}
    </Typography>
  );
}
