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

export function Section({ title, hint, action, danger = false, children }: SectionProps) {
  const id = useId();
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={{ overflow: 'hidden', ...(danger ? { borderColor: 'error.main' } : {}) }}
    >
      <Box sx={{ px: { xs: 2, md: 3 }, py: 2, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Box sx={{ flex: '1 1 176px', minWidth: 0 }}>
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
      {children}
    </Paper>
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
