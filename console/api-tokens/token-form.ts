/** The values of the token form and the request body they make. Pure. */
import { parse } from '../../command-service/contract/schema/parse.ts';
import { type CreateTokenBody, createTokenSchema } from '../../command-service/model/token/commands.ts';
import { fieldErrors } from '../ui/fields/field-errors.ts';

/** The scope of everything the person sees; other scopes are team ids. */
export const ALL_SCOPES = '';

export type TokenValues = {
  name: string;
  access: string;
  /** A team's id, or ALL_SCOPES. */
  scope: string;
  /** Whether it is open for prices and vendors. */
  money: boolean;
  /** Days until the token ends; '': never. */
  expires: string;
};

/** Read-only and limited in time by default. */
export const initialToken: TokenValues = { name: '', access: 'read', scope: ALL_SCOPES, money: false, expires: '90' };

/** The body of POST /api/tokens. */
export function bodyOf({ name, access, scope, money, expires }: TokenValues, now: number) {
  return {
    name,
    access: access === 'write' ? 'write' : 'read',
    teamId: scope === ALL_SCOPES ? null : scope,
    money,
    expiresAt: expires === '' ? null : new Date(now + Number(expires) * 86_400_000).toISOString(),
  } satisfies CreateTokenBody;
}

/** The errors of the form, by field. */
export function validate(values: TokenValues): Readonly<Record<string, string>> {
  return fieldErrors(() => parse(createTokenSchema, bodyOf(values, 0)));
}
