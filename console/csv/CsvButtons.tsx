/** Import and Export beside a list of links, and the dialogs they open. */
import Button from '@mui/material/Button';
import { lazy } from 'react';
import { Hint } from '../frame/Hint.tsx';
import { DownloadIcon, UploadIcon } from '../frame/icons.tsx';
import { OnDemand } from '../frame/OnDemand.tsx';
import { useOverlay } from '../frame/overlay.ts';
import type { Within } from '../links/filters.ts';
import { refused } from '../links/refused.ts';
import { words } from './words.ts';

const ImportLinks = lazy(async () => ({ default: (await import('./ImportLinks.tsx')).ImportLinks }));
const ExportLinks = lazy(async () => ({ default: (await import('./ExportLinks.tsx')).ExportLinks }));

interface CsvButtonsProps {
  /** The list's, as the screen has it. */
  readonly within?: Within;
  /** Why whoever is signed in may not import; null: they may. */
  readonly refusal?: string | null;
}

const EVERYWHERE: Within = {};

export function CsvButtons({ within = EVERYWHERE, refusal = null }: CsvButtonsProps) {
  const { params, open } = useOverlay();
  const dialog = params.get('dialog');
  return (
    <>
      <Hint reason={refusal}>
        <Button
          {...refused(refusal)}
          startIcon={<UploadIcon aria-hidden />}
          onClick={() => refusal === null && open('dialog', 'import')}
        >
          {words.import}
        </Button>
      </Hint>
      <Button startIcon={<DownloadIcon aria-hidden />} onClick={() => open('dialog', 'export')}>
        {words.export}
      </Button>
      <OnDemand>
        {dialog === 'import' && refusal === null && (
          <ImportLinks teamId={within.teamId ?? null} campaignId={within.campaignId ?? null} />
        )}
        {dialog === 'export' && <ExportLinks within={within} />}
      </OnDemand>
    </>
  );
}
