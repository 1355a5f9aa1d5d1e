/** The fields of a campaign's link. The promotion type decides which URLs, the status whether there is a date. */
import Box from '@mui/material/Box';
import { normalizeAddress } from '../../command-service/contract/schema/addresses.ts';
import { PROMOTION_TYPES } from '../../command-service/model/link/events.ts';
import type { LinkAnswer } from '../../query-service/contract/answers/links.ts';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { assigneesIn } from '../links/edit/assignees.ts';
import { CampaignField } from '../links/edit/CampaignField.tsx';
import { PROMOTION_LABELS } from '../links/messages.ts';
import { TagsField } from '../links/tags/TagsField.tsx';
import { useCurrentUser } from '../session/current-user.ts';
import { SelectField } from '../ui/fields/SelectField.tsx';
import { TextField } from '../ui/fields/TextField.tsx';
import { HALF } from '../ui/forms/FormDialog.tsx';
import { messages as common } from '../ui/messages.ts';
import { type CampaignLinkValues, typeOf, urlFieldsOf } from './campaign-link-form.ts';
import { messages, OPTIONAL_LABELS } from './messages.ts';

const TYPES = PROMOTION_TYPES.map((type) => ({ value: type, label: PROMOTION_LABELS[type] }));
const STATUSES = [
  { value: 'pending', label: messages.pending },
  { value: 'live', label: messages.live },
];
const PLACEHOLDERS = {
  articleLink: 'https://blog.example/article',
  clientLink: 'https://client.example/page',
  websiteUrl: 'https://blog.example/',
} as const;
const HINTS = {
  articleLink: messages.articleHint,
  clientLink: messages.clientHint,
  websiteUrl: messages.websiteHint,
} as const;

interface CampaignLinkFieldsProps {
  readonly values: CampaignLinkValues;
  readonly busy: boolean;
  /** null: a personal campaign. */
  readonly team: TeamAnswer | null;
  /** The link that is edited. */
  readonly link?: LinkAnswer;
}

export function CampaignLinkFields({ values, busy, team, link }: CampaignLinkFieldsProps) {
  const user = useCurrentUser();
  const mode = link === undefined ? 'add' : 'edit';
  const people = assigneesIn(team, { id: user.id, name: messages.me }).map(({ id, name }) => ({
    value: id,
    label: name,
  }));
  const choices = [...people, { value: '', label: messages.unassigned }];
  const isUnlisted = !choices.some(({ value }) => value === values.assignedTo);
  const assignees = isUnlisted
    ? [{ value: values.assignedTo, label: link?.assignedToName ?? common.none }, ...choices]
    : choices;
  const dated = mode === 'edit' || values.status !== 'live';
  return (
    <>
      <Box>
        <SelectField
          name="promotionType"
          label={messages.promotionType}
          choices={TYPES}
          disabled={busy || mode === 'edit'}
        />
        {mode === 'edit' && (
          <Box sx={{ mt: 0.5, fontSize: '0.75rem', color: 'text.secondary' }}>{messages.promotionStays}</Box>
        )}
      </Box>
      {urlFieldsOf(typeOf(values), mode).map(({ name, required: isNeeded }, index) => {
        const required = isNeeded && (link === undefined || Boolean(link[name]));
        return (
          <TextField
            // Another promotion type makes new, untouched fields.
            key={`${values.promotionType}-${name}`}
            name={name}
            label={required ? messages[name] : OPTIONAL_LABELS[name]}
            hint={HINTS[name]}
            placeholder={PLACEHOLDERS[name]}
            inputMode="url"
            required={required}
            autoFocus={index === 0 && values.promotionType === 'guest_post' && mode === 'add'}
            disabled={busy}
            normalize={normalizeAddress}
          />
        );
      })}
      {mode === 'add' && (
        <SelectField
          name="status"
          label={messages.linkStatus}
          choices={STATUSES}
          disabled={busy}
          {...(dated ? { sx: HALF } : {})}
        />
      )}
      {dated && (
        <TextField
          name="timelineDate"
          label={messages.timelineDate}
          hint={messages.timelineHint}
          type="date"
          required={values.status === 'pending'}
          disabled={busy}
          {...(mode === 'add' ? { sx: HALF } : {})}
        />
      )}
      <SelectField name="assignedTo" label={messages.assignTo} choices={assignees} disabled={busy} sx={HALF} />
      <TextField name="pocEmail" label={messages.pocEmail} inputMode="email" disabled={busy} sx={HALF} />
      {mode === 'edit' && <CampaignField teamId={team?.id ?? ''} campaignId={values.campaignId} disabled={busy} />}
      <TagsField teamId={team?.id ?? ''} disabled={busy} />
      <TextField name="remarks" label={messages.remarks} rows={2} disabled={busy} />
    </>
  );
}
