/** A person's photo or initials in a circle. Decorative: the name is beside it. */
import Box from '@mui/material/Box';

interface AvatarProps {
  readonly initials: string;
  /** A data URL. */
  readonly photo: string | null;
  /** In pixels. */
  readonly size?: number;
}

export function Avatar({ initials, photo, size = 28 }: AvatarProps) {
  const circle = { width: size, height: size, borderRadius: '50%', flexShrink: 0 } as const;
  if (photo !== null)
    return <Box component="img" src={photo} alt="" sx={{ ...circle, display: 'block', objectFit: 'cover' }} />;
  return (
    <Box
      aria-hidden
      data-initials={initials}
      sx={{
        ...circle,
        display: 'grid',
        placeContent: 'center',
        fontSize: `${Math.round(size * 0.39)}px`,
        fontWeight: 600,
        color: 'text.primary',
        bgcolor: 'action.selected',
        // Hidden: not part of the name of the element around it.
        '&::before': { content: 'attr(data-initials)' },
      }}
    />
  );
}
