/** Input of judging past checks again. */
import * as yup from 'yup';
import { matching, text } from '../../contract/schema/fields.ts';

/** Body of POST /api/judgings. Without `teamId`: the caller's own links. */
export const judgingSchema = yup.object({
  teamId: text('Team', 100).nullable(),
  /** Default: the list's matching. Only a preview may name another. */
  matching: matching().nullable(),
  /** Only previews the result. */
  dryRun: yup.boolean().typeError('dryRun must be true or false').nullable(),
});
