/** What is asked of a campaign's link: how it came about decides which addresses, its status whether a day. */
import Box from '@mui/material/Box';
import { PROMOTION_TYPES } from '../../command-service/events.ts';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import type { LinkAnswer } from '../../query-service/contract/queries.ts';
import { PROMOTION_WORDS, words } from '../campaigns/messages.ts';
import { assigneesIn } from '../links/edit/link-form-values.ts';
import { TagsField } from '../links/tags/TagsField.tsx';
import { withScheme } from '../platform/format/urls.ts';
import { useUser } from '../session/current-user.ts';
import { HALF } from '../ui/forms/FormDialog.tsx';
import { Choice } from '../ui/forms/SelectField.tsx';
import { Field } from '../ui/forms/TextField.tsx';
import { addressesOf, type CampaignLinkValues, typeOf } from './campaign-link-form.ts';

const TYPES = PROMOTION_TYPES.map((type) => ({ value: type, label: PROMOTION_WORDS[type] }));
const STATUSES = [
  { value: 'pending', label: words.pending },
  { value: 'live', label: words.live },
];
const PLACEHOLDERS = {
  articleLink: 'https://blog.example/article',
  clientLink: 'https://client.example/page',
  websiteUrl: 'https://blog.example/',
} as const;
const HINTS = { articleLink: words.articleHint, clientLink: words.clientHint, websiteUrl: words.websiteHint } as const;

interface CampaignLinkFieldsProps {
  readonly values: CampaignLinkValues;
  readonly busy: boolean;
  /** null: one's own. */
  readonly team: TeamAnswer | null;
  /** The link as it is, where one is edited. */
  readonly link?: LinkAnswer;
}

export function CampaignLinkFields({ values, busy, team, link }: CampaignLinkFieldsProps) {
  const user = useUser();
  const mode = link === undefined ? 'add' : 'edit';
  const people = assigneesIn(team, { id: user.id, name: words.me }).map(({ id, name }) => ({ value: id, label: name }));
  const there = [...people, { value: '', label: words.unassigned }];
  const unseen = !there.some(({ value }) => value === values.assignedTo);
  const assignees = unseen
    ? [{ value: values.assignedTo, label: link?.assignedToName ?? words.empty }, ...there]
    : there;
  const dated = mode === 'edit' || values.status !== 'live';
  return (
    <>
      <Box>
        <Choice name="promotionType" label={words.promotionType} choices={TYPES} disabled={busy || mode === 'edit'} />
        {mode === 'edit' && (
          <Box sx={{ mt: 0.5, fontSize: '0.75rem', color: 'text.secondary' }}>{words.promotionStays}</Box>
        )}
      </Box>
      {addressesOf(typeOf(values), mode).map(({ name, required }, index) => (
        <Field
          // Another kind of link is another form: each of its fields begins anew.
          key={`${values.promotionType}-${name}`}
          name={name}
          label={required ? words[name] : `${words[name]} ${words.optional}`}
          hint={HINTS[name]}
          placeholder={PLACEHOLDERS[name]}
          inputMode="url"
          required={required}
          autoFocus={index === 0 && values.promotionType === 'guest_post' && mode === 'add'}
          disabled={busy}
          tidy={withScheme}
        />
      ))}
      {mode === 'add' && (
        <Choice
          name="status"
          label={words.linkStatus}
          choices={STATUSES}
          disabled={busy}
          {...(dated ? { sx: HALF } : {})}
        />
      )}
      {dated && (
        <Field
          name="timelineDate"
          label={words.timelineDate}
          hint={words.timelineHint}
          type="date"
          required={values.status === 'pending'}
          disabled={busy}
          {...(mode === 'add' ? { sx: HALF } : {})}
        />
      )}
      <Choice name="assignedTo" label={words.assignTo} choices={assignees} disabled={busy} sx={HALF} />
      <Field name="pocEmail" label={words.pocEmail} inputMode="email" disabled={busy} sx={HALF} />
      <TagsField teamId={team?.id ?? ''} disabled={busy} />
      <Field name="remarks" label={words.remarks} rows={2} disabled={busy} />
    </>
  );
}
