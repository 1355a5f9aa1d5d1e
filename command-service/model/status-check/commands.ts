/** Commands and input of status checks: runs over the links of a scope. */
import * as yup from 'yup';
import { text } from '../../contract/schema/fields.ts';
import { InputError } from '../../contract/schema/parse.ts';
import { type Scope, scopeOf, teamScope, userScope } from '../../contract/scope.ts';
import type { RunCounts } from './events.ts';

/** Body of POST /api/status-checks: a team, a scope, or all; by default the person's own links. */
export const statusCheckSchema = yup
  .object({
    /** Every list whose links the person may check. */
    all: yup.boolean().strict().typeError('all must be true or false'),
    teamId: text('Team', 100).nullable(),
    scope: text('Scope', 105)
      .matches(/^(?:user|team):[A-Za-z0-9_-]{1,100}$/, 'Scope must be user:<id> or team:<id>')
      .nullable(),
    /** Only the links of this client. */
    clientDomain: text('Client domain', 253).nullable(),
  })
  // Both may be sent if they name the same list.
  .meta({ jsonSchema: { dependentSchemas: { scope: { properties: { teamId: { type: 'null' } } } } } });

type StatusCheckBody = yup.InferType<typeof statusCheckSchema>;

/** The scope to check. @throws InputError if the body names two different scopes. */
export function statusCheckScope({ teamId, scope }: StatusCheckBody, userId: string): Scope {
  const named = scopeOf(userId, teamId ?? null);
  if (scope == null) return named;
  if (teamId != null && scope !== named) throw new InputError({ scope: 'Scope and team name different lists' });
  const [kind, id = ''] = scope.split(':');
  return kind === 'team' ? teamScope(id) : userScope(id);
}

interface StartStatusCheck {
  readonly type: 'StartStatusCheck';
  readonly runId: string;
  readonly scope: Scope;
  readonly total: number;
  /** The only client whose links are checked; null: all links of the scope. */
  readonly clientDomain: string | null;
  readonly tokenId: string | null;
}

interface ProgressStatusCheck {
  readonly type: 'ProgressStatusCheck';
  readonly runId: string;
  /** Every link up to and including this id is done; '' before the first. */
  readonly cursor: string;
  /** The results of all finished links. */
  readonly counts: RunCounts;
  /** The results of the links up to the cursor. */
  readonly settled: RunCounts;
}

interface FinishStatusCheck {
  readonly type: 'FinishStatusCheck';
  readonly runId: string;
  readonly outcome: 'whole' | 'broken-off';
  readonly counts: RunCounts;
}

export type StatusCheckCommand = StartStatusCheck | ProgressStatusCheck | FinishStatusCheck;
