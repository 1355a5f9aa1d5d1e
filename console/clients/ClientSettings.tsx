/** The Settings tab of a client: its name, domains, contacts and notes in one list. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ClientDetailsAnswer } from '../../query-service/contract/answers/clients.ts';
import { PERSONAL } from '../../query-service/contract/list-options.ts';
import { clientUrl, useClient } from '../links/client-queries.ts';
import { usePast } from '../platform/address/as-of.ts';
import { readOnlyReason, send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { ConfirmButton } from '../ui/dialogs/ConfirmButton.tsx';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { TextField } from '../ui/fields/TextField.tsx';
import { FormSection } from '../ui/forms/FormSection.tsx';
import { useEdit } from '../ui/forms/use-edit.tsx';
import { SECTION_ROW, Section } from '../ui/layout/Section.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { bodyOf, type ClientValues, problemsOf, valuesOf } from './client-form.ts';
import { format, messages } from './messages.ts';

interface RecordFormProps {
  readonly client: ClientDetailsAnswer;
  /** A team’s id, or `personal`. */
  readonly list: string;
  readonly disabled: boolean;
  readonly onSaved: () => void;
}

function describeChanges(before: ClientDetailsAnswer, now: ClientDetailsAnswer) {
  const [was, is] = [valuesOf(before), valuesOf(now)];
  const fields = ['name', 'domains', 'contacts', 'notes'] as const;
  return fields.flatMap((field) => (was[field] === is[field] ? [] : [[messages[field], is[field]] as const]));
}

function RecordForm({ client, list, disabled, onSaved }: RecordFormProps) {
  const navigate = useNavigate();
  // The past has no contacts: they may be erased since.
  const isPast = usePast();
  const { clientDomain: domain } = client;
  const teamId = list === PERSONAL ? null : list;
  const { original, submitEdit } = useEdit({
    thing: client,
    path: clientUrl(domain, list),
    save: (changes, revision) => {
      if (revision === -1) return send('POST', '/api/clients', { body: { ...changes, teamId } });
      return send('PATCH', '/api/clients/:domain', { params: { domain }, body: { ...changes, teamId }, revision });
    },
    describeChanges,
    messages: { deleted: messages.notFound, changed: messages.changedMeanwhile },
  });
  const submit = async (values: ClientValues) => {
    const [before, body] = [bodyOf(valuesOf(original)), bodyOf(values)];
    const isNew = original.revision === -1;
    const changed = Object.entries(body).filter(
      ([field, value]) => isNew || JSON.stringify(value) !== JSON.stringify(Reflect.get(before, field)),
    );
    const result = await submitEdit(Object.fromEntries(changed));
    if (!result.done) return result;
    notify(messages.saved, { lines: [body.name] });
    await revalidateLists(['clients']);
    // The address of the page may be one of the domains that the client gave up.
    if (body.domains.includes(domain)) onSaved();
    else void navigate('/clients', { replace: true });
    return result;
  };
  return (
    <FormSection<ClientValues>
      initialValues={valuesOf(original)}
      draft={`client-${list}-${domain}-${original.revision}`}
      submitLabel={{ idle: messages.save, pending: messages.saving }}
      failed={messages.saveFailed}
      validate={problemsOf}
      submit={submit}
    >
      <TextField name="name" label={messages.name} required disabled={disabled} />
      <TextField
        name="domains"
        label={messages.domains}
        hint={messages.domainsHint}
        required
        rows={2}
        disabled={disabled}
      />
      {isPast || (
        <TextField
          name="contacts"
          label={messages.contacts}
          hint={messages.contactsHint}
          rows={2}
          disabled={disabled}
        />
      )}
      <TextField name="notes" label={messages.notes} rows={3} disabled={disabled} />
    </FormSection>
  );
}

/** Deletes the record after a question. */
function DeleteRecord({ client, list }: Pick<RecordFormProps, 'client' | 'list'>) {
  const navigate = useNavigate();
  const { clientDomain: domain, name, revision } = client;
  return (
    <Box sx={{ ...SECTION_ROW, '@media print': { display: 'none' } }}>
      <Box sx={{ flex: '1 1 240px', fontSize: '0.8125rem', color: 'text.secondary' }}>{messages.deleteHint}</Box>
      <ConfirmButton
        button={(ask) => <Button onClick={ask}>{messages.delete}</Button>}
        title={format('deleteTitle', { name })}
        label={messages.delete}
        onConfirm={async () => {
          const body = { teamId: list === PERSONAL ? null : list };
          await send('DELETE', '/api/clients/:domain', { params: { domain }, body, revision });
          notify(messages.deleted, { lines: [name] });
          await navigate('/clients', { replace: true });
          void revalidateLists(['clients']);
          return true;
        }}
      >
        <Typography sx={{ color: 'text.secondary' }}>{messages.deleteHint}</Typography>
      </ConfirmButton>
    </Box>
  );
}

export function ClientSettings({ client: { clientDomain, scopes } }: { client: ClientDetailsAnswer }) {
  const listOf = ({ teamId }: (typeof scopes)[number]) => teamId ?? PERSONAL;
  const [list, setList] = useState(() => {
    const first = scopes.find(({ hasRecord }) => hasRecord) ?? scopes.find(({ mayEdit }) => mayEdit) ?? scopes[0];
    return first === undefined ? PERSONAL : listOf(first);
  });
  const [saves, setSaves] = useState(0);
  const query = useClient(clientDomain, list);
  const mayEdit = scopes.some((scope) => scope.mayEdit && listOf(scope) === list);
  const refusal = usePast() ? readOnlyReason() : mayEdit ? null : messages.mayNotEdit;
  return (
    <Section
      title={messages.record}
      hint={messages.recordHint}
      action={
        scopes.length > 1 && (
          <Select
            value={list}
            inputProps={{ 'aria-label': messages.recordOf }}
            onChange={({ target }) => setList(target.value)}
            sx={{ maxWidth: '100%', '& .MuiSelect-select': { py: '5px', fontSize: '0.8125rem' } }}
          >
            {scopes.map((scope) => (
              <MenuItem key={listOf(scope)} value={listOf(scope)}>
                {scope.teamId === null ? messages.mine : (scope.teamName ?? scope.teamId)}
              </MenuItem>
            ))}
          </Select>
        )
      }
    >
      {refusal !== null && <Box sx={{ ...SECTION_ROW, color: 'text.secondary' }}>{refusal}</Box>}
      <QueryState query={query} failed={messages.clientFailed} rows={6}>
        {(client) => (
          <>
            <RecordForm
              key={`${list} ${saves}`}
              client={client}
              list={list}
              disabled={refusal !== null}
              onSaved={() => setSaves(saves + 1)}
            />
            {refusal === null && client.revision !== -1 && <DeleteRecord client={client} list={list} />}
          </>
        )}
      </QueryState>
    </Section>
  );
}
