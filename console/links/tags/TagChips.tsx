/** The tags of a link, as chips. */
import Box from '@mui/material/Box';

const SMALL = { fontSize: '0.6875rem', lineHeight: '16px', color: 'text.secondary' } as const;
const MORE = { ...SMALL, flexShrink: 0, py: '1px' } as const;
const CHIP = {
  ...SMALL,
  minWidth: 0,
  maxWidth: '100%',
  px: 0.75,
  border: 1,
  borderColor: 'divider',
  borderRadius: 0.5,
  bgcolor: 'background.paper',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

/**
 * In one line, the first `most` tags and the number of others, with a tooltip; without `most`, all tags in several
 * lines.
 */
export function TagChips({ tags, most }: { tags: readonly string[]; most?: number }) {
  if (tags.length === 0) return null;
  const shown = tags.slice(0, most);
  return (
    <Box
      component="span"
      title={most === undefined ? undefined : tags.join(', ')}
      sx={{ display: 'flex', flexWrap: most === undefined ? 'wrap' : 'nowrap', gap: 0.5, minWidth: 0 }}
    >
      {shown.map((tag) => (
        <Box key={tag} component="span" dir="auto" sx={CHIP}>
          {tag}
        </Box>
      ))}
      {shown.length < tags.length && (
        <Box component="span" sx={MORE}>
          +{tags.length - shown.length}
        </Box>
      )}
    </Box>
  );
}
