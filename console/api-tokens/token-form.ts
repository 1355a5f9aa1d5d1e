/** The form of a new API token, and what is sent of it. Pure. */
import { InputError, parse } from '../../command-service/commands/schema/parse.ts';
import { type CreateTokenBody, createTokenSchema } from '../../command-service/commands/token.ts';

/** Stands for all that one sees, beside the ids of teams. */
export const ALL_SCOPES = '';

export type TokenValues = {
  name: string;
  access: string;
  /** A team's id, or ALL_SCOPES. */
  scope: string;
  /** Days from now; '': never. */
  expires: string;
};

/** Little power and an end, unless somebody wants more. */
export const initialToken: TokenValues = { name: '', access: 'read', scope: ALL_SCOPES, expires: '90' };

/** The body of POST /api/tokens. */
export function bodyOf({ name, access, scope, expires }: TokenValues, now: number) {
  return {
    name,
    access: access === 'write' ? 'write' : 'read',
    teamId: scope === ALL_SCOPES ? null : scope,
    expiresAt: expires === '' ? null : new Date(now + Number(expires) * 86_400_000).toISOString(),
  } satisfies CreateTokenBody;
}

/** What is wrong, by field. */
export function validate(values: TokenValues): Partial<TokenValues> {
  try {
    parse(createTokenSchema, bodyOf(values, 0));
    return {};
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.fields.name === undefined ? {} : { name: error.fields.name };
  }
}
