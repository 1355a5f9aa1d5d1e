/** The bar at the end of a list while links are selected or a job runs, and the dialog of each action. */
import Box from '@mui/material/Box';
import { lazy, useEffect } from 'react';
import { MOST_EXPORTED_IDS } from '../../../query-service/contract/list-options.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { useTeams } from '../../session/my-teams.ts';
import { useReadsMoney } from '../../session/permissions.ts';
import { LazyBoundary } from '../../ui/dialogs/LazyBoundary.tsx';
import { chosenPath, exportPath, exportSettings, openColumns } from '../export/export-settings.ts';
import { saveExport } from '../export/save-export.ts';
import type { BaseFilter } from '../filters/list-request.ts';
import { useListView } from '../filters/use-list-view.ts';
import { type BarAction, BulkBar } from './BulkBar.tsx';
import { BulkProgress } from './BulkProgress.tsx';
import { bulkDenialReason } from './bulk-access.ts';
import { actionOfDialog, type BulkTarget, dialogOf } from './bulk-operation.ts';
import { useJobs } from './job-store.ts';
import { format, formatSelected } from './messages.ts';
import { resumeJobs } from './run-job.ts';
import { countOf, type PickedLink, teamsOf } from './selection.ts';
import type { SelectionControls } from './use-selection.ts';

const BulkDialog = lazy(async () => ({ default: (await import('./BulkDialog.tsx')).BulkDialog }));

/** Toasts are raised while the bar is shown. */
const RISE = '--toasts-rise';

interface BulkProps {
  readonly selecting: SelectionControls;
  /** The rows on the page. */
  readonly rows: readonly PickedLink[];
  /** The number of matching links. */
  readonly total: number;
  /** There may be more than `total`. */
  readonly orMore: boolean;
  /** The filter of the list. */
  readonly filter: Readonly<Record<string, string>>;
  readonly baseFilter: BaseFilter;
  /** Moves the focus to the list. */
  readonly leave: () => void;
}

export function BulkActions({ selecting, rows, total, orMore, filter, baseFilter, leave }: BulkProps) {
  const { params, open, close } = useOverlay();
  const batches = useJobs();
  const teams = useTeams() ?? [];
  const { selection, clear } = selecting;
  const count = countOf(selection, total);
  const action = actionOfDialog(params.get('dialog'));
  // A team's page lists links of that team only.
  const scopes = teamsOf(selection) ?? (baseFilter.teamId === undefined ? null : new Set([baseFilter.teamId]));
  const target: BulkTarget = selection.all ? { filter } : { ids: [...selection.picked.keys()] };

  const { view } = useListView();
  const readsMoney = useReadsMoney(baseFilter.teamId ?? view.teamId);
  const isTooLong = !selection.all && count > MOST_EXPORTED_IDS;
  const refusal = (each: BarAction) => {
    if (each !== 'export') return bulkDenialReason(each, scopes, teams);
    return isTooLong ? format('tooManyToExport', { most: MOST_EXPORTED_IDS }) : null;
  };
  const act = (each: BarAction) => {
    if (each !== 'export') return open('dialog', dialogOf(each));
    const { format: fileFormat, columns } = exportSettings.get();
    const settings = { format: fileFormat, columns: openColumns(columns, readsMoney) };
    const at = selection.all
      ? exportPath(settings, view, baseFilter)
      : chosenPath(settings, [...selection.picked.keys()]);
    void saveExport(at, `links.${settings.format}`);
  };

  useEffect(resumeJobs, []);
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty(RISE, '64px');
    return () => void style.removeProperty(RISE);
  }, []);
  // The address names a dialog for a selection that is gone: after a reload, or in a shared link.
  useEffect(() => {
    if (action !== null && count === 0) close('dialog');
  }, [action, count, close]);

  const strip = count > 0 || batches.length > 0;
  return (
    <>
      {strip && (
        <Box
          // As tall as the list, so that the bar sticks to the end of the screen while the list is visible.
          sx={{
            position: 'absolute',
            inset: 0,
            zIndex: 4,
            display: 'flex',
            alignItems: 'flex-end',
            justifyContent: { xs: 'center', md: 'flex-start', xl: 'center' },
            pointerEvents: 'none',
          }}
        >
          <Box
            sx={{
              position: 'sticky',
              bottom: { xs: 8, md: 16 },
              minWidth: 0,
              width: { xs: '100%', md: 'auto' },
              maxWidth: '100%',
              display: 'grid',
              gap: 1,
              '& > *': { pointerEvents: 'auto' },
            }}
          >
            {batches.map((batch) => (
              <BulkProgress key={batch.batchId} batch={batch} />
            ))}
            {count > 0 && (
              <BulkBar
                count={count}
                total={total}
                orMore={orMore}
                all={selection.all}
                wholePage={rows.every(({ id }) => selecting.selected.has(id))}
                narrowed={Object.keys(filter).length > Object.keys(baseFilter).length}
                refusal={refusal}
                choosePage={() => selecting.choose([...selection.picked.keys(), ...rows.map(({ id }) => id)])}
                chooseAll={selecting.chooseAll}
                act={act}
                clear={clear}
                leave={leave}
              />
            )}
          </Box>
        </Box>
      )}
      <LazyBoundary>
        {action !== null && count > 0 && (
          <BulkDialog
            key={action}
            action={action}
            target={target}
            selected={formatSelected(count, selection.all && orMore)}
            scopes={scopes}
            teams={teams}
            onDone={() => {
              close('dialog');
              clear();
            }}
            onClose={() => close('dialog')}
          />
        )}
      </LazyBoundary>
    </>
  );
}
