/** The product's logo. */
import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon';

export function Logo(props: SvgIconProps) {
  return (
    <SvgIcon aria-hidden viewBox="0 0 32 32" {...props} sx={{ fontSize: 24, color: 'primary.main' }}>
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <g
        fill="none"
        stroke="var(--mui-palette-primary-contrastText)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M11 8v16h10" />
      </g>
      <circle cx="20.5" cy="12.5" r="3" fill="var(--mui-palette-primary-contrastText)" />
    </SvgIcon>
  );
}
