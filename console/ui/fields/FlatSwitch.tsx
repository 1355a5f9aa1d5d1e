/** A switch, flat like all else here. */
import Switch from '@mui/material/Switch';
import { styled } from '@mui/material/styles';

export const FlatSwitch = styled(Switch)({
  width: 36,
  height: 20,
  padding: 0,
  flexShrink: 0,
  overflow: 'visible',
  '& .MuiSwitch-switchBase': {
    padding: '2px',
    '&.Mui-checked': { transform: 'translateX(16px)', color: 'var(--mui-palette-primary-contrastText)' },
  },
  '& .MuiSwitch-thumb': {
    width: 16,
    height: 16,
    boxShadow: 'none',
    backgroundColor: 'var(--mui-palette-background-paper)',
  },
  '& .MuiSwitch-track': {
    borderRadius: 10,
    opacity: '1 !important',
    backgroundColor: 'var(--mui-palette-text-secondary)',
  },
  '& .Mui-checked + .MuiSwitch-track': { backgroundColor: 'var(--mui-palette-primary-main)' },
});
