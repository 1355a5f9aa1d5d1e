/** The team and assignee fields: the team decides the possible assignees (infra/docs/product.md, "Assignees"). */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useFormikContext } from 'formik';
import type { LinkAnswer } from '../../../query-service/contract/queries.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { useUser } from '../../session/current-user.ts';
import { may, refusalOf, useTeams } from '../../teams/queries.ts';
import { Hint } from '../../ui/ActionTooltip.tsx';
import { refused } from '../../ui/disabled-props.ts';
import { Choice } from '../../ui/forms/SelectField.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { words } from '../messages.ts';
import { assigneeAfter, assigneesIn, type LinkFormValues } from './link-form-values.ts';

const HALF = { gridColumn: { xs: '1 / -1 !important', sm: 'auto !important' } } as const;

export function TeamFields({ link }: { link?: LinkAnswer }) {
  const user = useUser();
  const { open } = useOverlay();
  const { values, setValues, isSubmitting } = useFormikContext<LinkFormValues>();
  const teams = useTeams() ?? [];
  const team = teams.find(({ id }) => id === values.teamId) ?? null;
  const me = { id: user.id, name: words.me };

  const teamChoices: { value: string; label: string; disabled?: boolean }[] = [
    { value: '', label: words.noTeam },
    ...teams.map((each) => ({
      value: each.id,
      label: may('AddLink', each) ? each.name : `${each.name} (${words.viewOnlyTeam})`,
      disabled: !may('AddLink', each),
    })),
  ];
  const unseenTeam = values.teamId !== '' && team === null;
  if (unseenTeam) teamChoices.push({ value: values.teamId, label: link?.teamName ?? words.team });

  // A team that is not known yet has nobody to offer but who is in the form already.
  const people = assigneesIn(team, me).map(({ id, name }) => ({ value: id, label: name }));
  const there = [...people, { value: '', label: words.unassigned }];
  const unseenPerson = !there.some(({ value }) => value === values.assignedTo);
  const assignees = unseenPerson
    ? [{ value: values.assignedTo, label: link?.assignedToName ?? words.none }, ...there]
    : there;

  const inviting = team === null ? null : refusalOf('InviteMember', team);
  return (
    <>
      <Choice
        name="teamId"
        label={words.team}
        choices={teamChoices}
        disabled={isSubmitting}
        onChoose={(teamId) => {
          const chosen = teams.find(({ id }) => id === teamId) ?? null;
          void setValues({ ...values, teamId, assignedTo: assigneeAfter(values.assignedTo, chosen, me) });
        }}
        sx={HALF}
      />
      <Box sx={{ ...HALF, display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Choice name="assignedTo" label={words.assignTo} choices={assignees} disabled={isSubmitting} />
        {team !== null && (
          <Hint reason={inviting}>
            <Button
              {...refused(inviting)}
              startIcon={<PlusIcon />}
              disabled={isSubmitting}
              onClick={() => inviting === null && open('invite', team.id)}
              sx={{ mt: '23.5px', minHeight: 36, flexShrink: 0, ...refused(inviting).sx }}
            >
              {words.invite}
            </Button>
          </Hint>
        )}
      </Box>
    </>
  );
}
