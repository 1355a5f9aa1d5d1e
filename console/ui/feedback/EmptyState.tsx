/** A page or section with one message and one action. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly level?: 'h1' | 'h2';
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ icon, title, level = 'h2', children, action }: EmptyStateProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        justifyItems: 'center',
        textAlign: 'center',
        gap: 1,
        px: 3,
        py: 8,
        mx: 'auto',
        maxWidth: 560,
      }}
    >
      {icon !== undefined && (
        <Box
          aria-hidden
          sx={{
            display: 'grid',
            placeContent: 'center',
            width: 40,
            height: 40,
            mb: 1,
            borderRadius: 1,
            border: 1,
            borderColor: 'divider',
            bgcolor: 'background.paper',
            color: 'text.secondary',
          }}
        >
          {icon}
        </Box>
      )}
      <Typography component={level} variant="h2">
        {title}
      </Typography>
      {children !== undefined && (
        <Typography
          component="div"
          sx={{ maxWidth: 400, color: 'text.secondary', overflowWrap: 'anywhere', textWrap: 'pretty' }}
        >
          {children}
        </Typography>
      )}
      {action !== undefined && <Box sx={{ mt: 2 }}>{action}</Box>}
    </Box>
  );
}
