/** The toasts: at most 3, for 5 seconds each unless they stay; a swipe to the right dismisses one, F8 focuses them. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { keyframes, styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import * as RadixToast from '@radix-ui/react-toast';
import { createPortal } from 'react-dom';
import { CloseIcon } from '../layout/icons.tsx';
import { format, messages } from './messages.ts';
import { dismiss, useToasts } from './toast-store.ts';
import { useToastPortal } from './use-toast-portal.ts';

const HOTKEY = 'F8';
/** A toast of so many lines has its button below them, where it takes no width. */
const LONG = 2;

const enter = keyframes({ from: { transform: 'translateY(8px)', opacity: 0 } });
const leave = keyframes({ to: { opacity: 0 } });
const swipeOut = keyframes({
  from: { transform: 'translateX(var(--radix-toast-swipe-end-x))' },
  to: { transform: 'translateX(110%)' },
});

const Viewport = styled(RadixToast.Viewport)(({ theme }) => ({
  position: 'fixed',
  // Over the foot of the sidebar, away from the buttons of rows and from the pager.
  left: 0,
  // Above anything else at the end of the page.
  bottom: 'var(--toasts-rise, 0px)',
  zIndex: theme.zIndex.snackbar,
  display: 'flex',
  flexDirection: 'column-reverse',
  gap: theme.spacing(1),
  // As wide as the open sidebar and the page's margin: lists stay uncovered.
  width: 'min(100vw, 18.5rem)',
  margin: 0,
  padding: theme.spacing(2),
  listStyle: 'none',
  pointerEvents: 'none',
  // Below the header, over the heading: at the foot there are rows, the pager and the buttons of dialogs.
  [theme.breakpoints.down('md')]: {
    top: 56,
    bottom: 'auto',
    width: '100vw',
    flexDirection: 'column',
    padding: theme.spacing(1),
  },
}));

const Root = styled(RadixToast.Root)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  padding: theme.spacing(1.5, 1, 1.5, 2),
  borderRadius: theme.shape.borderRadius,
  border: `1px solid ${theme.vars.palette.divider}`,
  background: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  pointerEvents: 'auto',
  '&[data-tone="destructive"]': { borderColor: theme.vars.palette.error.main },
  '&[data-state="open"]': { animation: `${enter} 160ms ease-out` },
  '&[data-state="closed"]': { animation: `${leave} 120ms ease-in` },
  '&[data-swipe="move"]': { transform: 'translateX(var(--radix-toast-swipe-move-x))' },
  '&[data-swipe="cancel"]': { transform: 'translateX(0)', transition: 'transform 160ms' },
  '&[data-swipe="end"]': { animation: `${swipeOut} 120ms ease-out` },
}));

export function Toasts() {
  const toasts = useToasts();
  const portal = useToastPortal();
  return (
    <RadixToast.Provider duration={5_000} swipeDirection="right" swipeThreshold={50} label={messages.notification}>
      {toasts.map(({ id, title, lines, severity: tone, action, stays, open }) => {
        const button = action !== null && (
          <RadixToast.Action asChild altText={action.label}>
            <Button size="small" onClick={action.run}>
              {action.label}
            </Button>
          </RadixToast.Action>
        );
        return (
          <Root
            key={id}
            open={open}
            onOpenChange={(next) => next || dismiss(id)}
            {...(stays ? { duration: Infinity } : {})}
            data-tone={tone}
            type={tone === 'destructive' ? 'foreground' : 'background'}
          >
            <Box sx={{ flex: 1, minWidth: 0, py: 0.25, overflowWrap: 'anywhere' }}>
              <RadixToast.Title asChild>
                <Typography
                  component="div"
                  variant="body2"
                  sx={{ fontWeight: 600, color: tone === 'destructive' ? 'error.main' : 'text.primary' }}
                >
                  {title}
                </Typography>
              </RadixToast.Title>
              {lines.length > 0 && (
                <RadixToast.Description asChild>
                  <Typography component="div" variant="body2" sx={{ color: 'text.secondary' }}>
                    {lines.map((line) => (
                      <div key={line}>{line}</div>
                    ))}
                  </Typography>
                </RadixToast.Description>
              )}
              {lines.length >= LONG && <Box sx={{ mt: 1 }}>{button}</Box>}
            </Box>
            {lines.length < LONG && button}
            <RadixToast.Close asChild>
              <IconButton size="small" aria-label={messages.dismiss}>
                <CloseIcon fontSize="small" />
              </IconButton>
            </RadixToast.Close>
          </Root>
        );
      })}
      {createPortal(<Viewport hotkey={[HOTKEY]} label={format('viewport', { hotkey: HOTKEY })} />, portal)}
    </RadixToast.Provider>
  );
}
