/** The Import and Export buttons of a list of links, and their dialogs. */
import Button from '@mui/material/Button';
import { lazy } from 'react';
import { OnlyToday } from '../../past/OnlyToday.tsx';
import { usePast } from '../../platform/address/as-of.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { LazyBoundary } from '../../ui/dialogs/LazyBoundary.tsx';
import { RefusableButton } from '../../ui/feedback/RefusableButton.tsx';
import { DownloadIcon, UploadIcon } from '../../ui/layout/icons.tsx';
import type { BaseFilter } from '../filters/list-request.ts';
import { messages } from '../table/messages.ts';

const ImportLinks = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }));
const ExportLinks = lazy(async () => ({ default: (await import('../export/ExportDialog.tsx')).ExportDialog }));

interface ImportExportButtonsProps {
  /** The fixed filter of the page. */
  readonly baseFilter?: BaseFilter;
  /** Why the person may not import; null if they may. */
  readonly refusal?: string | null;
  /** Leaves out Export: a menu of the page opens it. */
  readonly noExport?: boolean;
}

const EVERYWHERE: BaseFilter = {};

export function ImportExportButtons({ baseFilter = EVERYWHERE, refusal = null, noExport }: ImportExportButtonsProps) {
  const { params, open } = useOverlay();
  const past = usePast();
  const dialog = params.get('dialog');
  return (
    <>
      <OnlyToday>
        <RefusableButton
          refusal={refusal}
          startIcon={<UploadIcon aria-hidden />}
          onClick={() => open('dialog', 'import')}
        >
          {messages.import}
        </RefusableButton>
      </OnlyToday>
      {!noExport && (
        <Button startIcon={<DownloadIcon aria-hidden />} onClick={() => open('dialog', 'export')}>
          {messages.export}
        </Button>
      )}
      <LazyBoundary>
        {dialog === 'import' && refusal === null && !past && (
          <ImportLinks teamId={baseFilter.teamId ?? null} campaignId={baseFilter.campaignId ?? null} />
        )}
        {dialog === 'export' && <ExportLinks baseFilter={baseFilter} />}
      </LazyBoundary>
    </>
  );
}
