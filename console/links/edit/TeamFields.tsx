/** The team and assignee fields: the team decides the possible assignees (infra/docs/product.md, "Assignees"). */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useFormikContext } from 'formik';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { useTeams } from '../../session/my-teams.ts';
import { denialReason, teamChoice } from '../../session/permissions.ts';
import { ActionTooltip } from '../../ui/feedback/ActionTooltip.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { fieldError, useSubmitErrors } from '../../ui/fields/submit-result.ts';
import { HALF } from '../../ui/forms/FormDialog.tsx';
import { disabledProps } from '../../ui/layout/disabled-props.ts';
import { PlusIcon } from '../../ui/layout/icons.tsx';
import { messages as common } from '../../ui/messages.ts';
import { messages as linkMessages } from '../messages.ts';
import { TemplateMenu, useTemplates } from '../terms/TemplateMenu.tsx';
import { assigneeAfter, assigneesIn } from './assignees.ts';
import { CampaignField } from './CampaignField.tsx';
import { inCampaign, type LinkFormValues } from './link-form-values.ts';
import { messages } from './messages.ts';

export function TeamFields({ link }: { link?: LinkAnswer }) {
  const user = useCurrentUser();
  const { open } = useOverlay();
  const { values, setValues, isSubmitting } = useFormikContext<LinkFormValues>();
  const teams = useTeams() ?? [];
  const team = teams.find(({ id }) => id === values.teamId) ?? null;
  const me = { id: user.id, name: linkMessages.me };

  const teamChoices: { value: string; label: string; disabled?: boolean }[] = [
    { value: '', label: messages.noTeam },
    ...teams.map((each) => teamChoice('AddLink', each)),
  ];
  const unseenTeam = values.teamId !== '' && team === null;
  if (unseenTeam) teamChoices.push({ value: values.teamId, label: link?.teamName ?? linkMessages.team });

  // Before the team is loaded, the only choice is the current assignee.
  const people = assigneesIn(team, me).map(({ id, name }) => ({ value: id, label: name }));
  const choices = [...people, { value: '', label: linkMessages.unassigned }];
  const unseenPerson = !choices.some(({ value }) => value === values.assignedTo);
  const assignees = unseenPerson
    ? [{ value: values.assignedTo, label: link?.assignedToName ?? common.none }, ...choices]
    : choices;

  const templates = useTemplates(link === undefined ? values.teamId || null : undefined);
  const errors = useSubmitErrors();
  const inviting = team === null ? null : denialReason('InviteMember', team);
  return (
    <>
      <SelectField
        name="teamId"
        label={linkMessages.team}
        choices={teamChoices}
        disabled={isSubmitting}
        onChoose={(teamId) => {
          const chosen = teams.find(({ id }) => id === teamId) ?? null;
          void setValues({
            ...values,
            teamId,
            templateId: '',
            ...(link === undefined ? inCampaign(values, '') : { campaignId: '' }),
            assignedTo: assigneeAfter(values.assignedTo, chosen, me),
          });
        }}
        sx={HALF}
      />
      <Box sx={{ ...HALF, display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <SelectField name="assignedTo" label={messages.assignTo} choices={assignees} disabled={isSubmitting} />
        {team !== null && (
          <ActionTooltip reason={inviting}>
            <Button
              {...disabledProps(inviting)}
              startIcon={<PlusIcon />}
              disabled={isSubmitting}
              onClick={() => inviting === null && open('invite', team.id)}
              sx={{ mt: '23.5px', minHeight: 34, flexShrink: 0, ...disabledProps(inviting).sx }}
            >
              {messages.invite}
            </Button>
          </ActionTooltip>
        )}
      </Box>
      <CampaignField
        teamId={values.teamId}
        campaignId={values.campaignId}
        disabled={isSubmitting}
        {...(link === undefined && {
          onChoose: (id: string, before: string, now: string) => {
            const templateId = values.templateId === before ? now : values.templateId;
            void setValues({ ...values, ...inCampaign(values, id), templateId });
          },
        })}
      />
      {link === undefined && (
        <TemplateMenu
          label={messages.termsTemplate}
          templates={templates}
          value={values.templateId}
          choose={(templateId) => void setValues({ ...values, templateId })}
          problem={fieldError(errors, 'templateId', values.templateId)}
          disabled={isSubmitting}
        />
      )}
    </>
  );
}
