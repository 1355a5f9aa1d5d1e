/** Input of judging past checks again. */
import * as yup from 'yup';
import { matching, text } from '../../contract/schema/fields.ts';

/** Body of POST /api/judgings. Without `teamId`: one's own links. */
export const judgingSchema = yup.object({
  teamId: text('Team', 100).nullable(),
  /** Default: that of the list. Only a preview may name another. */
  matching: matching().nullable(),
  /** Only previews it. */
  dryRun: yup.boolean().typeError('dryRun must be true or false').nullable(),
});
