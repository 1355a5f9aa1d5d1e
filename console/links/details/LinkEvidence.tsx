/** What shows the status: pictures of the last changes, the HTML around the link, and all that the last check saw. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { messages, observationMessages, screenshotMessages } from './messages.ts';
import { ObservationView, SeenList } from './ObservationView.tsx';
import { StatusScreenshots, useScreenshots } from './StatusScreenshots.tsx';
import { useLinkHistory } from './use-link-history.ts';

/** Nothing for a link without pictures and without a check that visited a page. */
export function LinkEvidence({ id }: { id: string }) {
  const { pictures, awaited } = useScreenshots(id);
  const check = useLinkHistory(id).data?.find((entry) => entry.kind === 'checked');
  const visits = check?.kind === 'checked' ? check.observation.visits : [];
  const match = visits.findLast(({ matches }) => matches.length > 0);
  const near = visits.findLast(({ nearest }) => nearest.length > 0);
  const withPictures = pictures.length > 0 || awaited;
  if (!withPictures && visits.length === 0) return null;
  return (
    <Box component="section" sx={{ px: 3, py: 2.5, borderTop: 1, borderColor: 'divider', display: 'grid', gap: 2 }}>
      <Typography component="h3" variant="h3">
        {messages.evidence}
      </Typography>
      {withPictures && (
        <div>
          <Typography component="h4" variant="body2" sx={{ fontWeight: 600, mb: 1 }}>
            {pictures.length + (awaited ? 1 : 0) > 1 ? screenshotMessages.title : screenshotMessages.titleOfOne}
          </Typography>
          <StatusScreenshots pictures={pictures} awaited={awaited} />
        </div>
      )}
      {match !== undefined && <SeenList title={screenshotMessages.markup} links={match.matches} level="h4" />}
      {match === undefined && near !== undefined && (
        <SeenList title={observationMessages.nearest} links={near.nearest} level="h4" />
      )}
      {check?.kind === 'checked' && visits.length > 0 && (
        <Box component="details" sx={{ fontSize: '0.8125rem' }}>
          <Box component="summary" sx={{ cursor: 'pointer', color: 'primary.main', fontWeight: 500, minHeight: 24 }}>
            {messages.lastCheckSaw}
          </Box>
          <ObservationView observation={check.observation} ruleVersion={check.verdict.ruleVersion} />
        </Box>
      )}
    </Box>
  );
}
