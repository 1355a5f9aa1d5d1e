/** The list of keyboard shortcuts, and a switch that turns single keys off (WCAG 2.1.4). */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useOverlay } from '../../platform/address/overlays.ts';
import { setShortcutsEnabled, useShortcutsEnabled } from '../../platform/browser/use-shortcuts.ts';
import { messages as common } from '../../ui/messages.ts';
import { Kbd } from '../../ui/text/Kbd.tsx';
import { format, messages, SHORTCUTS } from './messages.ts';
import { NAVIGATION } from './navigation.ts';

const ALL: typeof SHORTCUTS = [
  ...SHORTCUTS,
  ...NAVIGATION.map(({ key, label }) => [['g', key], format('goTo', { place: label })] as const),
];

export function ShortcutsDialog() {
  const { close } = useOverlay();
  const on = useShortcutsEnabled();
  return (
    <Dialog open onClose={() => close('dialog')} fullWidth maxWidth="xs" aria-labelledby="keys-title">
      <DialogTitle id="keys-title">{messages.keyboard}</DialogTitle>
      {/* Nothing inside takes the focus, and it scrolls on a small screen (WCAG 2.1.1). */}
      <DialogContent tabIndex={0}>
        <Box component="dl" sx={{ m: 0 }}>
          {ALL.map(([keys, description]) => (
            <Box
              key={description}
              sx={{
                display: 'flex',
                justifyContent: 'space-between',
                alignItems: 'center',
                flexDirection: 'row-reverse',
                gap: 2,
                minHeight: 36,
                py: 0.5,
                borderBottom: 1,
                borderColor: 'divider',
                '&:last-of-type': { borderBottom: 0 },
              }}
            >
              <Box component="dt" sx={{ display: 'flex', gap: 0.5 }}>
                {keys.map((key) => (
                  <Kbd key={key} sx={{ fontSize: '0.75rem', lineHeight: '20px', minWidth: 22 }}>
                    {key}
                  </Kbd>
                ))}
              </Box>
              <Box component="dd" sx={{ m: 0, fontSize: '0.8125rem' }}>
                {description}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions sx={{ justifyContent: 'space-between' }}>
        <FormControlLabel
          control={<Switch size="small" checked={on} onChange={(_, next) => setShortcutsEnabled(next)} />}
          label={messages.keyboardSwitch}
          sx={{ ml: -0.5, mr: 0, '& .MuiFormControlLabel-label': { fontSize: '0.8125rem', ml: 0.5 } }}
        />
        <Button onClick={() => close('dialog')}>{common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
