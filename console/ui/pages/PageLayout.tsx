/** A page with a heading, a note and an action above its content. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { pageTitle } from '../text/page-title.ts';

interface PageLayoutProps {
  readonly title: string;
  /** Below the heading. */
  readonly note?: ReactNode;
  /** Beside the heading. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function PageLayout({ title, note, action, children }: PageLayoutProps) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <title>{pageTitle(title)}</title>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', justifyContent: 'space-between', gap: 2 }}
      >
        <Box>
          <Typography component="h1" variant="h1">
            {title}
          </Typography>
          {note !== undefined && (
            <Typography sx={{ mt: 0.5, color: 'text.secondary', textWrap: 'pretty' }}>{note}</Typography>
          )}
        </Box>
        {action}
      </Box>
      {children}
    </Box>
  );
}
