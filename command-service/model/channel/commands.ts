/** Channel commands: the schemas of the request bodies, and the commands with what the server adds. */
import * as yup from 'yup';
import { line, MAX_NAME, text, url } from '../../contract/schema/fields.ts';
import { CHANNEL_KINDS, type PauseReason } from './events.ts';

/** The most channels of a team. */
export const MAX_CHANNELS = 20;

const NAME_REQUIRED = 'Name is required';
const ADDRESS_REQUIRED = 'Address is required';
const KIND = `Kind must be one of ${CHANNEL_KINDS.join(', ')}`;

const fields = {
  name: line('Name', MAX_NAME).nonNullable(NAME_REQUIRED),
  url: url('Address').nonNullable(ADDRESS_REQUIRED),
  /** The access token of an ntfy topic; null: none. */
  token: text('Token', 200)
    .matches(/^[\x21-\x7E]*$/, { message: 'Token must be one word of plain characters', excludeEmptyString: true })
    .nullable(),
};

/** Body of POST /api/channels. The address is checked against the kind later. */
export const addChannelSchema = yup.object({
  ...fields,
  teamId: text('Team', 100).nonNullable('Team is required').required('Team is required'),
  name: fields.name.required(NAME_REQUIRED),
  kind: yup.string().typeError(KIND).nonNullable(KIND).oneOf(CHANNEL_KINDS, KIND).required('Kind is required'),
  url: fields.url.required(ADDRESS_REQUIRED),
});

const PAUSED = 'Paused must be true or false';

/** Body of PATCH /api/channels/{id}: absent fields stay unchanged. */
export const editChannelSchema = yup.object({ ...fields, paused: yup.boolean().typeError(PAUSED).nonNullable(PAUSED) });

interface AddChannel {
  readonly type: 'AddChannel';
  readonly channelId: string;
  readonly teamId: string;
  readonly name: string;
  readonly kind: (typeof CHANNEL_KINDS)[number];
  readonly address: string;
  readonly secret: string | null;
}

/** Undefined: unchanged. */
interface EditChannel {
  readonly type: 'EditChannel';
  readonly channelId: string;
  readonly name?: string | undefined;
  readonly address?: string | undefined;
  readonly token?: string | null | undefined;
  readonly paused?: boolean | undefined;
}

interface PauseChannel {
  readonly type: 'PauseChannel';
  readonly channelId: string;
  readonly because: PauseReason;
}

interface RotateSecret {
  readonly type: 'RotateSecret';
  readonly channelId: string;
  readonly secret: string;
  readonly formerUntil: string;
}

interface RemoveChannel {
  readonly type: 'RemoveChannel';
  readonly channelId: string;
}

export type ChannelCommand = AddChannel | EditChannel | PauseChannel | RotateSecret | RemoveChannel;
