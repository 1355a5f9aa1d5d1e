/**
 * The theme: tokens for both modes, and how MUI's components use them. One accent, neutral grays, status colors for
 * status only, one radius, hairlines instead of shadows, an 8-pixel grid, tabular figures.
 */

import { createTheme } from '@mui/material/styles';
import { isRightToLeft } from '../../platform/language/language.ts';
import { componentWords } from '../../platform/language/translation.ts';
import { dark, light, RADIUS, type Tokens } from './tokens.ts';

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true;
  }
  interface TypeBackground {
    /** Behind the sidebar, table heads and code. */
    sunken: string;
  }
}

function palette(tokens: Tokens) {
  return {
    primary: { main: tokens.accent, dark: tokens.accentStrong, contrastText: tokens.onAccent },
    success: { main: tokens.live },
    error: { main: tokens.removed, contrastText: tokens.onAccent },
    warning: { main: tokens.pending },
    info: { main: tokens.accent },
    text: { primary: tokens.text, secondary: tokens.quiet, disabled: tokens.quiet },
    background: { default: tokens.page, paper: tokens.surface, sunken: tokens.sunken },
    divider: tokens.line,
  };
}

const FOCUS = { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 2 } as const;

/** With reduced motion dialogs, menus and lists open and close at once, without waiting for a movement that nobody sees. */
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
const AT_ONCE = {
  shortest: 0,
  shorter: 0,
  short: 0,
  standard: 0,
  complex: 0,
  enteringScreen: 0,
  leavingScreen: 0,
} as const;

const { colorSchemes: _, ...withoutModes } = createTheme(
  {
    ...(window.matchMedia(REDUCED_MOTION).matches && { transitions: { duration: AT_ONCE, create: () => 'none' } }),
    direction: isRightToLeft ? 'rtl' : 'ltr',
    cssVariables: { colorSchemeSelector: 'data-theme' },
    colorSchemes: {
      light: { palette: palette(light) },
      dark: { palette: palette(dark) },
    },
    shape: { borderRadius: RADIUS },
    spacing: 8,
    breakpoints: { values: { xs: 0, sm: 600, md: 768, lg: 1024, xl: 1440 } },
    typography: {
      fontFamily: "'Inter Variable', system-ui, sans-serif",
      fontSize: 14,
      h1: { fontSize: '1.25rem', lineHeight: 1.4, fontWeight: 600, letterSpacing: '-0.015em' },
      h2: { fontSize: '1rem', lineHeight: 1.5, fontWeight: 600, letterSpacing: '-0.01em' },
      h3: { fontSize: '0.875rem', lineHeight: 1.5, fontWeight: 600 },
      body1: { fontSize: '0.875rem', lineHeight: 1.5 },
      body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
      caption: { fontSize: '0.75rem', lineHeight: 1.5 },
      button: { textTransform: 'none', fontWeight: 500, fontSize: '0.8125rem', letterSpacing: 0 },
    },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          body: { fontVariantNumeric: 'tabular-nums', WebkitFontSmoothing: 'antialiased', overflowY: 'scroll' },
          ':focus-visible': FOCUS,
          [`@media ${REDUCED_MOTION}`]: {
            '*, *::before, *::after': {
              animationDuration: '1ms !important',
              animationIterationCount: '1 !important',
              transitionDuration: '0s !important',
              scrollBehavior: 'auto !important',
            },
          },
        },
      },
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        // Browsers give buttons a font of their own.
        styleOverrides: { root: { fontFamily: 'inherit', '&:focus-visible, &.Mui-focusVisible': FOCUS } },
      },
      MuiButton: {
        defaultProps: { disableElevation: true, variant: 'outlined', color: 'inherit' },
        styleOverrides: {
          root: {
            minHeight: 32,
            padding: '4px 12px',
            whiteSpace: 'nowrap',
            variants: [
              {
                props: { variant: 'contained', color: 'primary' },
                style: {
                  '&.Mui-disabled': {
                    backgroundColor: 'var(--mui-palette-primary-main)',
                    color: 'var(--mui-palette-primary-contrastText)',
                    opacity: 0.6,
                  },
                },
              },
              {
                props: { variant: 'outlined', color: 'inherit' },
                style: {
                  borderColor: 'var(--mui-palette-divider)',
                  backgroundColor: 'var(--mui-palette-background-paper)',
                  '&:hover': { backgroundColor: 'var(--mui-palette-action-hover)' },
                },
              },
            ],
          },
          startIcon: { marginRight: 6, marginLeft: -2, '& > :nth-of-type(1)': { fontSize: 16 } },
        },
      },
      MuiIconButton: {
        styleOverrides: {
          root: { borderRadius: RADIUS, width: 32, height: 32, padding: 0, color: 'var(--mui-palette-text-secondary)' },
          sizeSmall: { width: 28, height: 28 },
        },
      },
      MuiSvgIcon: { styleOverrides: { root: { fontSize: 18 }, fontSizeSmall: { fontSize: 16 } } },
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiDialog: {
        styleOverrides: {
          paper: {
            boxShadow: 'none',
            border: '1px solid var(--mui-palette-divider)',
            '@media (max-width: 599px)': { border: 0 },
            // Only the part between title and actions scrolls, also inside a form.
            '& form:has(> .MuiDialogActions-root)': {
              display: 'flex',
              flexDirection: 'column',
              flex: '1 1 auto',
              minHeight: 0,
            },
          },
        },
      },
      MuiDialogTitle: { styleOverrides: { root: { fontSize: '1rem', fontWeight: 600, padding: '16px 24px 8px' } } },
      MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
      MuiDialogActions: {
        styleOverrides: {
          root: { padding: '16px 24px', gap: 8, borderTop: '1px solid var(--mui-palette-divider)' },
          spacing: { '& > :not(style) ~ :not(style)': { marginLeft: 0 } },
        },
      },
      MuiDrawer: { styleOverrides: { paper: { boxShadow: 'none' } } },
      MuiBackdrop: {
        styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgb(10 10 14 / 0.44)' } } },
      },
      MuiMenu: {
        styleOverrides: {
          paper: { boxShadow: 'none', border: '1px solid var(--mui-palette-divider)', marginTop: 4, minWidth: 176 },
          list: { padding: 4 },
        },
      },
      MuiMenuItem: {
        styleOverrides: {
          root: { borderRadius: RADIUS - 2, fontSize: '0.8125rem', minHeight: 32, padding: '4px 8px' },
        },
      },
      MuiListItemIcon: { styleOverrides: { root: { '.MuiMenuItem-root &&': { minWidth: 28 } } } },
      MuiTooltip: {
        defaultProps: { enterDelay: 700, enterNextDelay: 300 },
        styleOverrides: {
          tooltip: {
            backgroundColor: 'var(--mui-palette-text-primary)',
            color: 'var(--mui-palette-background-default)',
            fontSize: '0.75rem',
            fontWeight: 500,
          },
        },
      },
      // Only floating labels need to notice what the browser fills in. Each global style restyles the whole page.
      MuiInputBase: { defaultProps: { disableInjectingGlobalStyles: true } },
      MuiOutlinedInput: {
        styleOverrides: {
          root: {
            backgroundColor: 'var(--mui-palette-background-paper)',
            fontSize: '0.875rem',
            '& .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--mui-palette-divider)' },
            '&.Mui-disabled .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--mui-palette-divider)' },
            '&:hover:not(.Mui-focused, .Mui-error, .Mui-disabled) .MuiOutlinedInput-notchedOutline': {
              borderColor: 'color-mix(in srgb, var(--mui-palette-text-primary) 30%, transparent)',
            },
          },
          input: { padding: '7px 12px', height: 20, '&:focus-visible': { outline: 'none' } },
          multiline: { padding: 0, '& textarea': { padding: '8px 12px' } },
        },
      },
      MuiSelect: { styleOverrides: { select: { '&:focus-visible': { outline: 'none' } } } },
      MuiFormHelperText: { styleOverrides: { root: { marginLeft: 0, marginTop: 4, fontSize: '0.75rem' } } },
      MuiAlert: {
        styleOverrides: {
          root: { fontSize: '0.8125rem', padding: '4px 12px', alignItems: 'center' },
          action: { padding: '0 0 0 8px', marginRight: -4, alignItems: 'center' },
        },
      },
      MuiChip: { styleOverrides: { root: { borderRadius: RADIUS - 2, height: 26, fontSize: '0.75rem' } } },
      MuiToggleButton: { styleOverrides: { root: { color: 'var(--mui-palette-text-secondary)' } } },
      MuiTab: { styleOverrides: { root: { minHeight: 40, padding: '8px 4px', minWidth: 0, marginRight: 16 } } },
      MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
      MuiLink: { defaultProps: { underline: 'hover' } },
    },
  },
  componentWords,
);

/** Material UI manages the modes of a theme that has color schemes; the console does that in use-theme-switch.ts. */
export const theme = withoutModes;

/** The colors of both modes, as custom properties. */
export const themeColors = theme.generateStyleSheets();
