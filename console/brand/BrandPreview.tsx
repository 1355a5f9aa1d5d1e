/** The head and the end of a share page with the brand that is being chosen. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Label } from '../ui/fields/TextField.tsx';
import { accentStyle, BrandMark } from '../ui/layout/BrandMark.tsx';
import { colorsOf } from './AccentField.tsx';
import { messages } from './messages.ts';

interface BrandPreviewProps {
  readonly values: Readonly<Record<'name' | 'logo' | 'accent' | 'footer', string>>;
}

export function BrandPreview({ values: { name, logo, accent, footer } }: BrandPreviewProps) {
  const colors = colorsOf(accent);
  const mark = { name: name || messages.previewName, logo: logo === '' ? null : { path: logo, width: 0, height: 0 } };
  return (
    <Box sx={{ display: 'grid' }}>
      <Label>{messages.preview}</Label>
      <Box
        sx={{
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.default',
          ...accentStyle(colors),
        }}
      >
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            minHeight: 56,
            px: 2,
            borderBottom: colors ? 2 : 1,
            borderColor: colors ? 'primary.main' : 'divider',
          }}
        >
          <BrandMark brand={mark} />
        </Box>
        <Box sx={{ p: 2, display: 'grid', gap: 1.5, justifyItems: 'start' }}>
          <Box
            component="span"
            sx={{ px: 1.5, py: 0.75, borderRadius: 1, bgcolor: 'primary.main', color: 'primary.contrastText' }}
          >
            {messages.previewButton}
          </Box>
          <Typography
            variant="body2"
            dir="auto"
            sx={{ color: 'text.secondary', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
          >
            {footer}
          </Typography>
        </Box>
      </Box>
    </Box>
  );
}
