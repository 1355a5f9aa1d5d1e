/** The alert rules of the signed-in person, and of the teams that they manage. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { lazy, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { AlertRule } from '../../command-service/model/alert-rule/events.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { useSearchState } from '../platform/address/search-params.ts';
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { useTeams, useTeamsFailure } from '../session/my-teams.ts';
import { isAllowed } from '../session/permissions.ts';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { RetryAlert } from '../ui/feedback/RetryAlert.tsx';
import { BellIcon, LockIcon, PlusIcon } from '../ui/layout/icons.tsx';
import { SectionList } from '../ui/layout/Section.tsx';
import { PageLayout } from '../ui/pages/PageLayout.tsx';
import { TabPanel } from '../ui/pages/TabPanel.tsx';
import { messages } from './messages.ts';
import { RuleRow } from './RuleRow.tsx';
import { newRule, type RulesOwner, rulesPath } from './rules.ts';

const RuleDialog = lazy(async () => ({ default: (await import('./RuleDialog.tsx')).RuleDialog }));

const NEW = 'new-rule';
const editOf = ({ id }: AlertRule) => `edit-rule-${id}`;

/** What a person without rules of their own gets, or why they get nothing. */
function PersonalNotes({ isDefault }: { readonly isDefault: boolean }) {
  const { data: settings } = useAnswer(pathTo('/api/user/settings'));
  const texts = [
    ...(isDefault ? [messages.fromSwitches] : []),
    ...(settings?.emailNotifications === false ? [messages.emailOff] : []),
  ];
  if (texts.length === 0) return null;
  return (
    <Typography variant="body2" sx={{ px: { xs: 2, md: 3 }, py: 1.5, color: 'text.secondary', textWrap: 'pretty' }}>
      {texts.join(' ')}{' '}
      <Link component={RouterLink} to="/settings#notifications" color="inherit" underline="always">
        {messages.toSwitches}
      </Link>
    </Typography>
  );
}

function RuleList({ owner }: { readonly owner: RulesOwner }) {
  const { params, open } = useOverlay();
  const query = useAnswer(rulesPath(owner));
  const dialog = params.get('dialog');
  // The rule as it was when its dialog opened: saving the default rule makes another rule of it.
  const [opened, setOpened] = useState<AlertRule | null>(null);
  const found = query.data?.rules.find((each) => dialog === editOf(each));
  if (found !== undefined && found.id !== opened?.id) setOpened(found);
  const isOpen = opened !== null && dialog === (opened.id === '' ? NEW : editOf(opened));
  const shown = isOpen ? opened : dialog === NEW ? newRule(owner) : null;
  const show = (rule: AlertRule) => {
    setOpened(rule);
    open('dialog', rule.id === '' ? NEW : editOf(rule));
  };
  const addButton = (
    <Button startIcon={<PlusIcon />} onClick={() => show(newRule(owner))}>
      {messages.add}
    </Button>
  );
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <QueryState query={query} failed={messages.failed} rows={3}>
        {(list) => (
          <>
            {owner === null && <PersonalNotes isDefault={list.isDefault} />}
            {list.rules.length === 0 ? (
              <EmptyState icon={<BellIcon />} title={messages.none} action={addButton}>
                {messages.noneHint}
              </EmptyState>
            ) : (
              <>
                <SectionList label={messages.rules}>
                  {list.rules.map((rule) => (
                    <RuleRow
                      key={rule.id}
                      owner={owner}
                      list={list}
                      rule={rule}
                      edit={() => show(rule)}
                      duplicate={() => show({ ...rule, id: '' })}
                    />
                  ))}
                </SectionList>
                <Box sx={{ px: { xs: 2, md: 3 }, py: 1.5, borderTop: 1, borderColor: 'divider' }}>{addButton}</Box>
              </>
            )}
            <LazyBoundary>
              {shown !== null && (
                <RuleDialog key={dialog} owner={owner} list={list} rule={shown} name={dialog ?? NEW} />
              )}
            </LazyBoundary>
          </>
        )}
      </QueryState>
    </Paper>
  );
}

export function AlertRulesPage() {
  const { params, put } = useSearchState();
  const teams = useTeams();
  const teamId = params.get('team') ?? '';
  const managed = (teams ?? []).filter((team) => isAllowed('EditAlertRules', team));
  const owner = managed.find(({ id }) => id === teamId) ?? null;
  const isMissing = teamId !== '' && owner === null;
  const failure = useTeamsFailure();
  const missing = failure ? (
    <RetryAlert failed={messages.failed} error={new Error(failure.message)} retry={failure.retry} />
  ) : (
    teams !== undefined && <EmptyState icon={<LockIcon />} title={messages.managersOnly} />
  );
  const content = isMissing ? missing : <RuleList key={teamId} owner={owner} />;
  const tabs = { '': messages.mine, ...Object.fromEntries(managed.map(({ id, name }) => [id, name])) };
  return (
    <PageLayout
      title={messages.title}
      note={messages.note}
      action={
        owner !== null && (
          <Button component={RouterLink} to={`/channels?team=${owner.id}`}>
            {messages.channels}
          </Button>
        )
      }
    >
      {managed.length === 0 || isMissing ? (
        content
      ) : (
        <TabPanel
          label={messages.lists}
          tabs={tabs}
          selected={teamId}
          onSelect={(id) => put({ team: id === '' ? null : id })}
        >
          {content}
        </TabPanel>
      )}
    </PageLayout>
  );
}
