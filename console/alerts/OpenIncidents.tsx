/** The incidents that are open: who acknowledged each, or the button that does. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Link as RouterLink } from 'react-router';
import type { IncidentAnswer } from '../../query-service/contract/answers/incidents.ts';
import { pathTo, send } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { useNow } from '../platform/timing/use-now.ts';
import { RetryAlert } from '../ui/feedback/RetryAlert.tsx';
import { SECTION_ROW, Section, SectionList } from '../ui/layout/Section.tsx';
import { ShowMore } from '../ui/lists/ShowMore.tsx';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { notifyRefusal } from '../ui/toasts/notify-refusal.ts';
import { element, format, messages } from './messages.ts';
import { isShownOpen } from './present-alert.ts';

/** The server joins alerts to incidents once in a while, without an event. */
const REFRESH_MS = 60_000;
/** Incidents shown at first. */
const STEP = 5;

function IncidentRow({ incident, reload }: { incident: IncidentAnswer; reload: () => Promise<unknown> }) {
  const { id, kind, site, count, back, lastAt, acknowledged, path, mayAcknowledge } = incident;
  const titleId = useId();
  const acknowledge = async () => {
    try {
      await send('POST', '/api/incidents/:id/acknowledge', { params: { id } });
    } catch (error) {
      notifyRefusal(messages.acknowledgeFailed, error);
    }
    await reload();
  };
  return (
    <Box component="li" sx={SECTION_ROW}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Link component={RouterLink} to={path} id={titleId} color="inherit" sx={{ fontWeight: 500 }}>
          {format(kind === 'lost' ? 'incident' : 'unclearIncident', { count, site })}
        </Link>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <RelativeTime at={lastAt} />
          {back > 0 && ` · ${format('backAgain', { count: back })}`}
        </Typography>
      </Box>
      {acknowledged !== null && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {element('acknowledged', { name: acknowledged.by, time: <RelativeTime at={acknowledged.at} /> })}
        </Typography>
      )}
      {acknowledged === null && mayAcknowledge && (
        <Button aria-describedby={titleId} onClick={() => void acknowledge()}>
          {messages.acknowledge}
        </Button>
      )}
    </Box>
  );
}

export function OpenIncidents() {
  const { data, error, mutate } = useAnswer(pathTo('/api/incidents'), { refreshInterval: REFRESH_MS });
  const now = useNow();
  if (data === undefined && error !== undefined) {
    return <RetryAlert failed={messages.incidentsFailed} error={error} retry={mutate} />;
  }
  const open = data?.filter((incident) => isShownOpen(incident, now)) ?? [];
  if (open.length === 0) return null;
  return (
    <Section title={messages.openIncidents} hint={messages.openIncidentsHint}>
      <ShowMore rows={open} step={STEP}>
        {(shown) => (
          <SectionList label={messages.openIncidents}>
            {shown.map((incident) => (
              <IncidentRow key={incident.id} incident={incident} reload={mutate} />
            ))}
          </SectionList>
        )}
      </ShowMore>
    </Section>
  );
}
