/** The logo of a brand, or its name without a logo. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ShownBrandAnswer } from '../../../query-service/contract/answers/brands.ts';

/** Most logos are made for white paper. */
const ON_WHITE = { '[data-theme="dark"] &': { bgcolor: '#fff', p: 0.5, borderRadius: 1 } };

export function BrandMark({ brand: { name, logo } }: { brand: Pick<ShownBrandAnswer, 'name' | 'logo'> }) {
  if (logo !== null)
    return <Box component="img" src={logo.path} alt={name} sx={{ maxHeight: 40, maxWidth: 200, ...ON_WHITE }} />;
  return (
    <Typography noWrap dir="auto" sx={{ fontWeight: 600, letterSpacing: '-0.01em', minWidth: 0 }}>
      {name}
    </Typography>
  );
}

/** Makes the accent of a brand the primary color of what is inside; status colors stay. */
export function accentStyle(colors: ShownBrandAnswer['colors'] | undefined) {
  if (!colors) return {};
  const primary = (color: string) => ({ '--mui-palette-primary-main': color, '--mui-palette-primary-dark': color });
  return { ...primary(colors.light), '[data-theme="dark"] &': primary(colors.dark) };
}
