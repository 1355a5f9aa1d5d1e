/** Input of alert requests. */

import * as yup from 'yup';
import { atMost } from '../../contract/schema/fields.ts';

/** The most alerts that a request can mark as read. */
const MAX_IDS = 500;

const IDS = `ids must be a list of at most ${MAX_IDS} alert ids`;

/** Body of POST /api/alerts/read: `ids`, or `all: true`. */
export const readAlertsSchema = yup
  .object({
    ids: yup
      .array(yup.string().typeError(IDS).required(IDS).test(atMost(100, IDS)))
      .typeError(IDS)
      .max(MAX_IDS, IDS),
    all: yup.boolean().typeError('all must be true').oneOf([true], 'all must be true'),
  })
  .test({
    name: 'one-of-two',
    params: { jsonSchema: { oneOf: [{ required: ['ids'] }, { required: ['all'] }] } },
    test: ({ ids, all }, context) =>
      (ids === undefined) !== (all === undefined) ||
      context.createError({ path: 'ids', message: 'Send either ids or all.' }),
  });
