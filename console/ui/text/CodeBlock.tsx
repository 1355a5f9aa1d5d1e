/** A text for programs: as it is, with its lines, at most a third of a screen high. */
import Box from '@mui/material/Box';

export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    <Box
      component="pre"
      tabIndex={0}
      role="region"
      aria-label={label}
      dir="ltr"
      sx={{
        m: 0,
        p: 1.5,
        maxHeight: 320,
        overflow: 'auto',
        borderRadius: 1,
        bgcolor: 'background.sunken',
        fontSize: '0.75rem',
        lineHeight: 1.5,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
        '@media print': { maxHeight: 'none' },
      }}
    >
      {children}
    </Box>
  );
}
