/** Screenshots of the last two status changes, side by side; a click enlarges them. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useState } from 'react';
import { formatExact } from '../../platform/format/dates.ts';
import { translateCheckerText } from '../../platform/language/server-texts.ts';
import { useNow } from '../../platform/timing/use-now.ts';
import { CloseIcon } from '../../ui/layout/icons.tsx';
import { messages as common } from '../../ui/messages.ts';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { SMALL_SCREEN } from '../../ui/theme/breakpoints.ts';
import { LinkStatus } from '../LinkStatus.tsx';
import { STATUS_LABELS } from '../messages.ts';
import { format, screenshotMessages as words } from './messages.ts';
import { isPending, type StatusScreenshot, screenshotsOf } from './screenshots.ts';
import { useLinkHistory } from './use-link-history.ts';

const POLL_MS = 2_000;

/** The screenshots of a link; `awaited` while one may still arrive. */
export function useScreenshots(id: string): {
  readonly pictures: readonly StatusScreenshot[];
  readonly awaited: boolean;
} {
  const now = useNow();
  const { data } = useLinkHistory(id, {
    // No list changes when a screenshot arrives, so the history is polled.
    refreshInterval: (history) => (history !== undefined && isPending(history, Date.now()) ? POLL_MS : 0),
  });
  return { pictures: screenshotsOf(data ?? []), awaited: data !== undefined && isPending(data, now) };
}

function describe({ status, picture }: StatusScreenshot): string {
  const note = picture?.outlined === true ? words.outlined : status === 'live' ? words.notOutlined : '';
  return `${format('screenshot.of', { status: STATUS_LABELS[status] })} ${note}`.trim();
}

const FRAME = {
  display: 'block',
  width: '100%',
  aspectRatio: '1280 / 800',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  overflow: 'hidden',
  bgcolor: 'background.sunken',
} as const;

function Enlarged({ shown, onClose }: { shown: StatusScreenshot; onClose: () => void }) {
  const title = useId();
  const small = useMediaQuery(SMALL_SCREEN);
  return (
    <Dialog open onClose={onClose} fullWidth fullScreen={small} maxWidth="xl" aria-labelledby={title}>
      <DialogTitle id={title} sx={{ display: 'flex', alignItems: 'center', gap: 1, pr: 1.5 }}>
        <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
          {STATUS_LABELS[shown.status]}, {formatExact(shown.picture?.takenAt ?? shown.at)}
        </Box>
        <IconButton autoFocus aria-label={common.close} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </DialogTitle>
      {/* The screenshots are wider than a small screen: this box scrolls, also by keyboard. */}
      <DialogContent tabIndex={0}>
        <Box
          component="img"
          src={shown.picture?.url}
          alt={describe(shown)}
          sx={{ ...FRAME, height: 'auto', minWidth: 720 }}
        />
        {shown.markup !== null && (
          <Link href={shown.markup} target="_blank" rel="noopener" sx={{ display: 'inline-block', mt: 1.5 }}>
            {words.markup}
          </Link>
        )}
      </DialogContent>
    </Dialog>
  );
}

function Picture({ shown, label }: { shown: StatusScreenshot; label: string | null }) {
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading');
  const [enlarged, setEnlarged] = useState(false);
  const note = { fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' } as const;
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0 }}>
      {shown.picture === null || state === 'failed' ? (
        <Box sx={{ ...FRAME, ...note, display: 'grid', placeItems: 'center', p: 1.5, textAlign: 'center' }}>
          {state === 'failed'
            ? words.notLoaded
            : format('screenshot.missed', { why: translateCheckerText(shown.missed ?? '') })}
        </Box>
      ) : (
        <ButtonBase
          aria-label={format('screenshot.enlarge', { what: describe(shown) })}
          onClick={() => setEnlarged(true)}
          sx={{ ...FRAME, position: 'relative' }}
        >
          {state === 'loading' && (
            <Skeleton variant="rectangular" sx={{ position: 'absolute', inset: 0, height: '100%' }} />
          )}
          <Box
            component="img"
            src={shown.picture.url}
            alt=""
            loading="lazy"
            decoding="async"
            onLoad={() => setState('there')}
            onError={() => setState('failed')}
            sx={{ display: 'block', width: '100%', height: '100%', objectFit: 'cover', objectPosition: 'center' }}
          />
        </ButtonBase>
      )}
      <Box component="figcaption" sx={{ ...note, mt: 0.75 }}>
        {label !== null && <Box sx={{ fontWeight: 600, color: 'text.primary' }}>{label}</Box>}
        <LinkStatus status={shown.status} />
        <RelativeTime at={shown.at} />
      </Box>
      {enlarged && <Enlarged shown={shown} onClose={() => setEnlarged(false)} />}
    </Box>
  );
}

export function StatusScreenshots({ pictures, awaited }: { pictures: readonly StatusScreenshot[]; awaited: boolean }) {
  const shown = awaited ? pictures.slice(-1) : pictures;
  const several = shown.length + (awaited ? 1 : 0) > 1;
  return (
    <Box
      sx={{ display: 'grid', gridTemplateColumns: several ? 'repeat(2, minmax(0, 1fr))' : 'minmax(0, 1fr)', gap: 2 }}
    >
      {shown.map((each, at) => (
        <Picture
          key={each.id}
          shown={each}
          label={!several ? null : at === shown.length - 1 && !awaited ? words.after : words.before}
        />
      ))}
      {awaited && (
        <Box component="figure" aria-busy sx={{ m: 0, minWidth: 0 }}>
          <Skeleton variant="rectangular" sx={{ ...FRAME, height: 'auto' }} />
          <Box component="figcaption" sx={{ mt: 0.75, fontSize: '0.8125rem', color: 'text.secondary' }}>
            {words.taking}
          </Box>
        </Box>
      )}
    </Box>
  );
}
