/** The dialog that adds a channel, or edits it. */
import FormHelperText from '@mui/material/FormHelperText';
import { useRef, useState } from 'react';
import { CHANNEL_KINDS } from '../../command-service/model/channel/events.ts';
import type { ChannelAnswer } from '../../query-service/contract/answers/channels.ts';
import { useFormOverlay } from '../platform/address/overlays.ts';
import { useSearchState } from '../platform/address/search-params.ts';
import { send } from '../platform/api/client.ts';
import { SelectField } from '../ui/fields/SelectField.tsx';
import { TextField } from '../ui/fields/TextField.tsx';
import { FormDialog } from '../ui/forms/FormDialog.tsx';
import { format, messages } from './messages.ts';
import { revalidateChannels } from './use-channel-command.ts';

const KINDS = CHANNEL_KINDS.map((value) => ({ value, label: messages[`choice.${value}`] }));

interface ChannelDialogProps {
  readonly teamId: string;
  /** null: a new channel. */
  readonly channel: ChannelAnswer | null;
  readonly showSecret: (secret: string | null) => void;
}

export function ChannelDialog({ teamId, channel, showSecret }: ChannelDialogProps) {
  // The form keeps the channel as it was opened, so that no newer version slips in unseen.
  const [had] = useState(channel);
  const { put } = useSearchState();
  const saved = useRef<string>(had?.id);
  const initialValues = { kind: had?.kind ?? 'webhook', name: had?.name ?? '', url: '', token: '' };
  const submit = async ({ kind, name, url, token }: typeof initialValues) => {
    // The present address and token are secrets: they stay unless others are entered.
    const body = { name, ...(had && url.trim() === '' ? {} : { url }), ...(kind === 'ntfy' && token && { token }) };
    if (had === null) {
      const { id, secret } = await send('POST', '/api/channels', { body: { teamId, kind, ...body } });
      saved.current = id;
      showSecret(secret);
    } else await send('PATCH', '/api/channels/:id', { params: { id: had.id }, body, revision: had.revision });
    await revalidateChannels();
    return { done: true } as const;
  };
  return (
    <FormDialog
      {...useFormOverlay('dialog', had === null ? 'add-channel' : 'edit-channel')}
      draft={`channel-${had?.id}-${had?.revision}`}
      neverDraft={['url', 'token']}
      title={had === null ? messages.add : messages.editTitle}
      initialValues={initialValues}
      submitLabel={{ idle: had === null ? messages.add : messages.save, pending: messages.saving }}
      validate={() => ({})}
      submit={submit}
      onDone={() => put({ dialog: null, channel: saved.current ?? null }, { replace: true })}
    >
      {({ kind }) => (
        <>
          {had === null && <SelectField name="kind" label={messages.kind} choices={KINDS} />}
          {had === null && <FormHelperText sx={{ mt: -1.5 }}>{messages[`addressHint.${kind}`]}</FormHelperText>}
          <TextField
            name="url"
            label={had === null ? messages.address : messages.newAddress}
            placeholder={messages[`example.${kind}`]}
            {...(had && { hint: format('newAddressHint', { host: had.host }) })}
          />
          {kind === 'ntfy' && <TextField name="token" label={messages.token} hint={messages.tokenHint} />}
          <TextField name="name" label={messages.name} hint={messages.nameHint} />
        </>
      )}
    </FormDialog>
  );
}
