/** Commands and input of API tokens: with one, a program acts on a person's behalf. */
import * as yup from 'yup';
import { instant, text } from '../../contract/schema/fields.ts';
import { TOKEN_ACCESSES, type TokenAccess, type TokenEnd } from './events.ts';

/** The most tokens of a person at a time. */
export const MAX_TOKENS = 50;
/** Longest name accepted, in characters. */
const MAX_TOKEN_NAME = 100;

const ACCESS = `Access must be one of ${TOKEN_ACCESSES.join(', ')}`;

/** Body of POST /api/tokens. The route checks that `expiresAt` is in the future. */
export const createTokenSchema = yup.object({
  name: text('Name', MAX_TOKEN_NAME).nonNullable('Name is required').required('Name is required'),
  access: yup
    .string()
    .typeError(ACCESS)
    .nonNullable(ACCESS)
    .oneOf<TokenAccess>(TOKEN_ACCESSES, ACCESS)
    .required('Access is required'),
  /** The only team that the token reaches; absent: everything that its owner sees. */
  teamId: text('Team', 100).nullable(),
  /** Whether the token is open for prices, vendors and order numbers; absent: no. */
  money: yup.boolean().typeError('Money must be true or false').nullable(),
  expiresAt: instant('Expiry').nullable(),
});

export type CreateTokenBody = yup.InferType<typeof createTokenSchema>;

export interface CreateToken {
  readonly type: 'CreateToken';
  readonly tokenId: string;
  readonly userId: string;
  readonly name: string;
  readonly access: TokenAccess;
  readonly teamId: string | null;
  readonly money?: true;
  readonly expiresAt: string | null;
}

interface RevokeToken {
  readonly type: 'RevokeToken';
  readonly tokenId: string;
  readonly reason: TokenEnd;
}

export type TokenCommand = CreateToken | RevokeToken;
