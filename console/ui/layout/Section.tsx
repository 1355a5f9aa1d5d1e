/** A section of the settings: a card with heading, hint, action and content. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  /** Beside the heading. */
  readonly action?: ReactNode;
  readonly danger?: boolean;
  readonly children?: ReactNode;
}

/** Where a section is at least this wide, its heading is beside its content. */
const WIDE = '@container (min-width: 800px)';

export function Section({ title, hint, action, danger = false, children }: SectionProps) {
  const id = useId();
  const beside = children !== undefined;
  return (
    <Box sx={{ containerType: 'inline-size', '@media print': { containerType: 'normal' } }}>
      <Paper
        component="section"
        variant="outlined"
        aria-labelledby={id}
        sx={{
          overflow: 'hidden',
          ...(danger ? { borderColor: 'error.main' } : {}),
          ...(beside ? { [WIDE]: { display: 'grid', gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 9fr)' } } : {}),
        }}
      >
        <Box
          sx={{
            px: { xs: 2, md: 3 },
            pt: 2.5,
            pb: 2,
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1.5,
            ...(beside
              ? { [WIDE]: { pt: 1.5, flexDirection: 'column', flexWrap: 'nowrap', alignItems: 'flex-start' } }
              : {}),
          }}
        >
          <Box sx={{ flex: '1 1 176px', minWidth: 0, ...(beside ? { [WIDE]: { flex: 'none' } } : {}) }}>
            <Typography component="h2" variant="h2" id={id}>
              {title}
            </Typography>
            {hint !== undefined && (
              <Typography variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
                {hint}
              </Typography>
            )}
          </Box>
          {action}
        </Box>
        {beside && (
          // The line above the first row is the card's own where the heading is beside it.
          <Box sx={{ minWidth: 0, [WIDE]: { mt: '-1px', borderLeft: 1, borderColor: 'divider' } }}>{children}</Box>
        )}
      </Paper>
    </Box>
  );
}

/** The rows of a section, separated by hairlines. */
export function SectionList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {children}
    </Box>
  );
}

/** For content that is not a row: beside the heading, its top inset is the heading's. */
export const SECTION_TOP = { [WIDE]: { pt: 2 } } as const;

export const SECTION_ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  px: { xs: 2, md: 3 },
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
} as const;
