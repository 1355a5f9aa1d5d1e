/** Offers once for each list to move prices, vendors and order numbers out of remarks. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, useState } from 'react';
import { PERSONAL } from '../../query-service/contract/list-options.ts';
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { formatLinks } from '../platform/format/counts.ts';
import { useStore } from '../platform/store/create-store.ts';
import { createPersistedStore } from '../platform/store/persisted-store.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { useTeams } from '../session/my-teams.ts';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { SECTION_ROW, Section } from '../ui/layout/Section.tsx';
import { messages } from './messages.ts';

const BulkDialog = lazy(async () => ({ default: (await import('../links/bulk/BulkDialog.tsx')).BulkDialog }));

/** The offers that people have dismissed in this browser: user and list. */
const dismissed = createPersistedStore<readonly string[]>({
  key: 'moneyInRemarks',
  parse: (text) => text?.split(',') ?? [],
  serialize: String,
});

export function MoneyInRemarks() {
  const user = useCurrentUser();
  const teams = useTeams() ?? [];
  const { data = [] } = useAnswer(pathTo('/api/checkable-lists'));
  const hidden = useStore(dismissed);
  const [previewed, preview] = useState<string | null>(null);
  const offers = data.flatMap(({ teamId, moneyInRemarks: count }) => {
    const key = `${user.id} ${teamId ?? PERSONAL}`;
    const name = teamId === null ? messages.personal : teams.find(({ id }) => id === teamId)?.name;
    return count === 0 || hidden.includes(key) ? [] : [{ key, teamId, name, links: formatLinks(count) }];
  });
  const close = () => preview(null);
  if (offers.length === 0) return null;
  return (
    <Section title={messages.moneyInRemarks} hint={messages.moneyInRemarksHint}>
      {offers.map(({ key, teamId, name, links }) => (
        <Box key={key} sx={SECTION_ROW}>
          <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
            {name} · {links}
          </Box>
          <Button onClick={() => preview(key)}>{messages.preview}</Button>
          <Button variant="text" onClick={() => dismissed.set([...hidden, key])}>
            {messages.dismiss}
          </Button>
          <LazyBoundary>
            {previewed === key && (
              <BulkDialog
                action="remarks"
                target={{ filter: { teamId: teamId ?? PERSONAL } }}
                selected={links}
                scopes={new Set([teamId])}
                teams={teams}
                onDone={close}
                onClose={close}
              />
            )}
          </LazyBoundary>
        </Box>
      ))}
    </Section>
  );
}
