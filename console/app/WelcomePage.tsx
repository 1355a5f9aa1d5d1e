/** The page for visitors without a session. It loads no code of the signed-in pages. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { SignInMethods } from '../session/SignInMethods.tsx';
import { LiveIcon, PendingIcon, RestoreIcon } from '../ui/layout/icons.tsx';
import { Logo } from '../ui/layout/Logo.tsx';
import { messages as common } from '../ui/messages.ts';
import { ThemeToggle } from '../ui/theme/ThemeToggle.tsx';
import { messages, POINTS } from './messages.ts';

const ICONS = { live: LiveIcon, pending: PendingIcon, history: RestoreIcon } as const;
const COLORS = { live: 'success.main', pending: 'warning.main', history: 'text.secondary' } as const;

export function WelcomePage({ expired }: { expired: boolean }) {
  const { pathname, search } = window.location;
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <title>{common.product}</title>
      <Box component="header" sx={{ display: 'flex', alignItems: 'center', gap: 1, px: { xs: 2, md: 3 }, height: 56 }}>
        <Logo />
        <Typography sx={{ fontWeight: 600, letterSpacing: '-0.01em', flex: 1 }}>{common.product}</Typography>
        <ThemeToggle />
      </Box>
      <Box
        component="main"
        sx={{ flex: 1, width: '100%', maxWidth: 960, mx: 'auto', px: { xs: 2, md: 3 }, pt: { xs: 6, md: 14 }, pb: 8 }}
      >
        <Box sx={{ maxWidth: 608 }}>
          <Typography
            component="h1"
            sx={{
              fontSize: { xs: '1.875rem', md: '2.75rem' },
              fontWeight: 600,
              lineHeight: 1.12,
              letterSpacing: '-0.03em',
              textWrap: 'balance',
            }}
          >
            {messages.welcome}
          </Typography>
          <Typography sx={{ mt: 2, fontSize: '1rem', lineHeight: 1.6, color: 'text.secondary', textWrap: 'pretty' }}>
            {messages.welcomeHint}
          </Typography>
          {expired && (
            <Typography
              role="status"
              variant="body2"
              sx={{ mt: 3, px: 1.5, py: 1, border: 1, borderColor: 'primary.main', borderRadius: 1 }}
            >
              {messages.expired}
            </Typography>
          )}
          <Button
            variant="contained"
            color="primary"
            href={`/api/login?returnTo=${encodeURIComponent(pathname + search)}`}
            sx={{ mt: 4, minHeight: 40, px: 2.5, fontSize: '0.875rem' }}
          >
            {messages.signIn}
          </Button>
          <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary' }}>
            <SignInMethods />
          </Typography>
        </Box>
        <Box
          component="ul"
          sx={{
            mt: { xs: 7, md: 12 },
            p: 0,
            listStyle: 'none',
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' },
            gap: { xs: 3, md: 4 },
            borderTop: 1,
            borderColor: 'divider',
            pt: 4,
          }}
        >
          {POINTS.map(([kind, title, text]) => {
            const Icon = ICONS[kind];
            return (
              <li key={kind}>
                <Icon aria-hidden sx={{ color: COLORS[kind] }} />
                <Typography component="h2" variant="h3" sx={{ mt: 1 }}>
                  {title}
                </Typography>
                <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary', textWrap: 'pretty' }}>
                  {text}
                </Typography>
              </li>
            );
          })}
        </Box>
      </Box>
    </Box>
  );
}
