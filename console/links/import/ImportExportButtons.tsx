/** Import and Export beside a list of links, and the dialogs they open. */
import Button from '@mui/material/Button';
import { lazy } from 'react';
import { useOverlay } from '../../platform/address/overlays.ts';
import { Hint } from '../../ui/ActionTooltip.tsx';
import { OnDemand } from '../../ui/dialogs/LazyBoundary.tsx';
import { refused } from '../../ui/disabled-props.ts';
import { DownloadIcon, UploadIcon } from '../../ui/icons.tsx';
import type { Within } from '../filters/list-view.ts';
import { words } from './messages.ts';

const ImportLinks = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportLinks }));
const ExportLinks = lazy(async () => ({ default: (await import('../export/ExportDialog.tsx')).ExportLinks }));

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
