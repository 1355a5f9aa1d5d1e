/** A line of a section: a sentence and its explanation. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { SECTION_ROW } from '../ui/layout/Section.tsx';

interface FactProps {
  readonly children: ReactNode;
  /** Below the sentence. */
  readonly more?: ReactNode;
  /** A line of a list. */
  readonly isItem?: boolean;
}

export function Fact({ children, more, isItem = false }: FactProps) {
  return (
    <Box component={isItem ? 'li' : 'div'} sx={{ ...SECTION_ROW, display: 'block' }}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{children}</Typography>
      {more !== undefined && (
        <Typography variant="body2" component="div" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {more}
        </Typography>
      )}
    </Box>
  );
}
